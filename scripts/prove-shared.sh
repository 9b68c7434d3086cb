#!/usr/bin/env bash
# Shows that browser and server obey one source: changes one limit in a copy of
# the rules, and expects a test of each side to fail because of it.
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=session.sh
source scripts/session.sh

scratch=$ROOT/target/prove-shared
copy=$scratch/tree
limits=core/src/person.rs
before='FULL_NAME_MIN: usize = 3;' after='FULL_NAME_MIN: usize = 4;'

step "Copying the sources and changing one limit"
mkdir -p "$copy"
# What was built there before stays, so that a second proof builds little.
find "$copy" -mindepth 1 -maxdepth 1 ! -name target ! -name .local -exec rm -rf {} +
tar -c --exclude=./.git --exclude=./target --exclude=./.local --exclude=node_modules --exclude=./web/dist \
  --exclude=./core-wasm/pkg . | tar -x -C "$copy"
# Built there in folders of its own: cargo takes the two trees for one, and would
# mistake what was built from the changed copy for the real thing. What comes from
# elsewhere is the same for both, and need not be built again.
if [[ ! -d "$copy/target/wasm" && -d target/wasm ]]; then
  mkdir -p "$copy/target" "$copy/.local/stamps"
  cp -a --reflink=auto target/wasm "$copy/target/wasm"
  cp -a .local/stamps/wasm-std "$copy/.local/stamps/"
fi
if [[ ! -d "$copy/target/debug" && -d target/debug/deps ]]; then
  mkdir -p "$copy/target/debug"
  cp -a --reflink=auto target/debug/.fingerprint target/debug/build "$copy/target/debug/"
  cp -al target/debug/deps "$copy/target/debug/"
  find "$copy/target/debug" -mindepth 2 -maxdepth 2 -name '*agency[-_]*' -exec rm -rf {} +
fi
ln -sfn "$ROOT/web/node_modules" "$copy/web/node_modules"
[[ "$(grep -cF "$before" "$copy/$limits")" == 1 ]] || die "$limits has no longer the limit that this proof changes."
sed -i "s/$before/$after/" "$copy/$limits"
note "$limits: the shortest full name is 4 characters instead of 3"

# expect_red SIDE LOG COMMAND…: it must fail, at the cases of the changed limit.
expect_red() {
  local side=$1 log=$2
  shift 2
  if attend "$@" >"$log" 2>&1; then
    die "The $side's test passed although the rule differs (see $log)."
  fi
  # Not because something else is broken: the sentence of the changed limit must have come.
  if ! grep -q 'Your Full Name must be at least three characters' "$log" || ! grep -q 'full_name' "$log"; then
    tail -n 40 "$log" >&2
    die "The $side's test failed, but not by the changed limit (see $log)."
  fi
  # The number in the sentence comes from the limit, so the sentence has changed with it.
  grep -q 'Your Full Name must be at least four characters' "$log" ||
    die "The $side's sentence still says the former limit (see $log)."

}

step "The browser's side: the module rebuilt, its tests run"
attend env -u CARGO_TARGET_DIR "$copy/scripts/build-wasm.sh"
expect_red browser "$scratch/browser.log" npm --prefix "$copy/web" test -- test/vectors.test.ts
browser="browser: red, $(grep -oE '[0-9]+ failed' "$scratch/browser.log" | tail -n 1) of the vectors through the module"

step "The server's side: the calls' tests run"
start_postgres test
TEST_DATABASE_URL=$(scripts/postgres.sh url test)
export TEST_DATABASE_URL
build() { CARGO_TARGET_DIR=$copy/target cargo test --locked --manifest-path "$copy/Cargo.toml" -p agency-server --bin agency-server "$@"; }
attend build --no-run
expect_red server "$scratch/server.log" build testing::vectors::every_form
server="server: red, $(grep -oE 'contact\.full_name, [^:]*' "$scratch/server.log" | head -n 1)"

step "One limit changed in $limits"
note "$browser"
note "$server"
