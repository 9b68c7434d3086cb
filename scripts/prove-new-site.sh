#!/usr/bin/env bash
# Copies the sources into a new site, and checks the copy.
#
#   prove-new-site.sh         by its own `make test`
#   prove-new-site.sh check   only its documents, words and types, with the packages and the rules of this tree
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"

part=${1:-test}
copy=$ROOT/target/new-site/$part
rm -rf "$copy"
scripts/new-site.sh "$copy" Riverside
case $part in
  check)
    cd "$copy"
    node scripts/check-docs.mjs
    node scripts/check-words.mjs
    ln -s "$ROOT/web/node_modules" web/node_modules
    ln -s "$ROOT/core-wasm/pkg" core-wasm/pkg
    web/node_modules/.bin/tsc --noEmit -p web
    ;;
  test)
    cp -al web/node_modules "$copy/web/"
    share_builds "$copy"
    env -u CARGO_TARGET_DIR make -C "$copy" test
    ;;
  *) die "Usage: scripts/prove-new-site.sh [check]" ;;
esac
