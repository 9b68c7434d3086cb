#!/usr/bin/env bash
# Lists the inputs for which today's rules give other results than those of a released version.
#
#   rules-diff.sh [FROM] [COUNT]   FROM is a tag or a commit, which is built once, or the folder of a built module.
#                                  Default: the last released one. COUNT generated inputs of each kind
#   rules-diff.sh --changelog      docs/changelog.md must list each class of changes since the last release
#   rules-diff.sh --keep VERSION FROM
#                                  keeps the module of FROM as the last released one, which is VERSION
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"

released=core-wasm/released

# module_of FROM: sets $module to the folder of its built module.
module_of() {
  local commit tree
  if [[ -d "$1" ]]; then
    module=$1
    return
  fi
  commit=$(git rev-parse --verify --quiet "$1^{commit}") || die "FROM=$1 is neither a folder nor a commit that git has."
  tree=$ROOT/target/rules-diff/$commit
  module=$tree/core-wasm/pkg
  [[ ! -s "$module/package.json" ]] || return 0
  step "Building the rules of $1, once"
  mkdir -p "$tree"
  git archive "$commit" | tar -x -C "$tree"
  ln -sfn "$ROOT/web/node_modules" "$tree/web/node_modules"
  env -u CARGO_TARGET_DIR "$tree/scripts/build-wasm.sh"
}

# inputs COUNT: prints generated inputs of each kind.
inputs() {
  cargo build --locked --quiet -p agency-core --example parity
  target/debug/examples/parity "$1" 1
}

[[ -s core-wasm/pkg/rules.json ]] || die "The rules have not been built: run 'make build PART=wasm'."
case ${1:-} in
  --changelog) inputs 1000 | node scripts/rules-diff.mjs --changelog ;;
  --keep)
    version=${2:?which version is it?}
    module_of "${3:?of which tag, commit or folder?}"
    rm -rf "$released"
    mkdir -p "$released"
    tar -c -C "$module" --exclude='*.d.ts' . | tar -x -C "$released"
    printf '{ "type": "module", "version": "%s" }\n' "$version" >"$released/package.json"
    note "$released is that of $version now"
    ;;
  *)
    module_of "${1:-$released}"
    inputs "${2:-5000}" | node scripts/rules-diff.mjs "$module"
    ;;
esac
