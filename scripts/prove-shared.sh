#!/usr/bin/env bash
# Proves that browser and server use the same rules: changes one rule of each kind in a copy, and expects the test of that
# rule to fail on both sides.
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=session.sh
source scripts/session.sh
# shellcheck source=changed-copy.sh
source scripts/changed-copy.sh

scratch=$ROOT/target/changed-copy

# change FILE BEFORE AFTER WHAT: changes the only occurrence of a rule.
change() {
  [[ "$(grep -cF "$2" "$copy/$1")" == 1 ]] || die "$1 no longer has the rule that this proof changes: $2"
  B=$2 A=$3 perl -pi -e 's/\Q$ENV{B}\E/$ENV{A}/' "$copy/$1"
  note "$1: $4"
}

# expect_red RULE FAILURE COMMAND…: expects the command to fail, and a line of its output to have the failure.
expect_red() {
  local rule=$1 failure=$2 log=$scratch/proof.log
  shift 2
  if "$@" >"$log" 2>&1; then die "No test failed although the rule differs ($rule, $log)."; fi
  if ! grep -qE "$failure" "$log"; then
    tail -n 40 "$log" >&2
    die "A test failed, but not the one of the changed rule ($rule, $log)."
  fi
  note "red: $rule"
}

step "Copying the sources and changing a rule of each kind"
changed_copy
change core/src/sort.rs 'matches!(self, Self::Newest | Self::NameDesc)' 'matches!(self, Self::Oldest | Self::NameDesc)' \
  'newest and oldest change places'
change core/src/token.rs 'now >= expiry' 'now > expiry' 'a token expires a second later'
change core/src/filter/mod.rs 'place.filter(|place| place.is_none())' 'place' 'of a repeated parameter the last one counts'

step "The browser's side: the module rebuilt, its tests run"
env -u CARGO_TARGET_DIR "$copy/scripts/build-wasm.sh"
vectors() { NO_COLOR=1 npm --prefix "$copy/web" test -- test/vectors.test.ts -t "$1"; }
expect_red 'browser: limit' 'Your Full Name must be at least three characters' vectors 'contact.full_name'
expect_red 'browser: direction' 'FAIL .*orders > .names and times apart' vectors 'orders'
expect_red 'browser: second of expiry' 'FAIL .*sessions > .at its second' vectors 'sessions'
expect_red 'browser: repeated parameter' 'FAIL .*filters > .a part that comes twice' vectors 'filters'

step "The server's side: its tests run"
start_postgres test
TEST_DATABASE_URL=$(scripts/postgres.sh url test)
export TEST_DATABASE_URL
tests() { CARGO_TARGET_DIR=$copy/target cargo test --locked --manifest-path "$copy/Cargo.toml" -p agency-server \
  --bin agency-server "$@"; }
tests --no-run
expect_red 'server: limit' 'Your Full Name must be at least three characters' \
  tests testing::vectors::answers_forms_as_in_vectors
expect_red 'server: direction' 'lists_and_counts_exactly_during_concurrent_writes \.\.\. FAILED' \
  tests lists_and_counts_exactly_during_concurrent_writes
expect_red 'server: second of expiry' 'token_expires_at_its_second \.\.\. FAILED' tests token_expires_at_its_second
expect_red 'server: repeated parameter' 'first_of_repeated_parameters_counts \.\.\. FAILED' \
  tests first_of_repeated_parameters_counts
