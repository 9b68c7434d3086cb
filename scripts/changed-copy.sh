# Creates a copy of the sources with one limit changed, as in a next release. Source it after
# lib.sh.
# shellcheck shell=bash

changed_limits=core/src/person.rs
limit_before='FULL_NAME_MIN: usize = 3;' limit_after='FULL_NAME_MIN: usize = 4;'

# share_builds: lends compiled dependencies to the copy. Not the server and its tests: cargo does not distinguish the two
# trees and would reuse the output of the other one. The changed limit makes it compile the rules again.
share_builds() {
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
}

# changed_copy: creates or updates it, and sets $copy.
changed_copy() {
  copy=$ROOT/target/changed-copy/tree
  mkdir -p "$copy"
  # Keeps earlier build output, so that another run builds little.
  find "$copy" -mindepth 1 -maxdepth 1 ! -name target ! -name .local -exec rm -rf {} +
  tar -c --exclude=./.git --exclude=./target --exclude=./.local --exclude=node_modules --exclude=./web/dist \
    --exclude=./core-wasm/pkg . | tar -x -C "$copy"
  share_builds
  ln -sfn "$ROOT/web/node_modules" "$copy/web/node_modules"
  [[ "$(grep -cF "$limit_before" "$copy/$changed_limits")" == 1 ]] ||
    die "$changed_limits no longer has the limit that this proof changes."
  sed -i "s/$limit_before/$limit_after/" "$copy/$changed_limits"
  sed -i 's/at least three characters/at least four characters/' "$copy"/core/src/{contact,application}.rs
  note "$changed_limits: the shortest full name is 4 characters instead of 3"
}
