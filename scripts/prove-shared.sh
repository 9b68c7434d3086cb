#!/usr/bin/env bash
# Proves that browser and server use the same rules: changes one limit in a copy, and expects tests
# of both sides to fail.
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=session.sh
source scripts/session.sh
# shellcheck source=changed-copy.sh
source scripts/changed-copy.sh

scratch=$ROOT/target/changed-copy

step "Copying the sources and changing one limit"
changed_copy

# expect_red SIDE LOG COMMAND…: expects the command to fail at the cases of the changed limit.
expect_red() {
  local side=$1 log=$2
  shift 2
  if "$@" >"$log" 2>&1; then
    die "The $side's test passed although the rule differs (see $log)."
  fi
  # The message of the changed limit proves that nothing else is broken.
  if ! grep -q 'Your Full Name must be at least three characters' "$log" || ! grep -q 'full_name' "$log"; then
    tail -n 40 "$log" >&2
    die "The $side's test failed, but not by the changed limit (see $log)."
  fi
  # The number in the message is derived from the limit, so it must have changed too.
  grep -q 'Your Full Name must be at least four characters' "$log" ||
    die "The $side's message still contains the former limit (see $log)."

}

step "The browser's side: the module rebuilt, its tests run"
env -u CARGO_TARGET_DIR "$copy/scripts/build-wasm.sh"
expect_red browser "$scratch/browser.log" npm --prefix "$copy/web" test -- test/vectors.test.ts
browser="browser: red, $(grep -oE '[0-9]+ failed' "$scratch/browser.log" | tail -n 1) of the vectors through the module"

step "The server's side: the calls' tests run"
start_postgres test
TEST_DATABASE_URL=$(scripts/postgres.sh url test)
export TEST_DATABASE_URL
build() { CARGO_TARGET_DIR=$copy/target cargo test --locked --manifest-path "$copy/Cargo.toml" -p agency-server \
  --bin agency-server "$@"; }
build --no-run
expect_red server "$scratch/server.log" build testing::vectors::answers_forms_as_in_vectors
server="server: red, $(grep -oE 'contact\.full_name, [^:]*' "$scratch/server.log" | head -n 1)"

step "One limit changed in $changed_limits"
note "$browser"
note "$server"
