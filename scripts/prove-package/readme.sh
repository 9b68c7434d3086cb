#!/usr/bin/env bash
# Follows the engine's README, from an empty package to a validated form.
#
#   readme.sh FOLDER
set -euo pipefail
# shellcheck source=../lib.sh
source "$(dirname "$0")/../lib.sh"
# shellcheck source=../wasm.sh
source scripts/wasm.sh

folder=$1
block() { code_block "$ROOT/core/engine/README.md" "$@"; }

rm -rf "$folder"
mkdir -p "$folder/src/bin"
printf '[package]\nname = "signup"\nversion = "0.1.0"\nedition = "2024"\n\n[dependencies]\nform-rules = { path = "%s/core/engine" }\n\n[workspace]\n\n' \
  "$ROOT" >"$folder/Cargo.toml"
block 1 toml >>"$folder/Cargo.toml"
block 1 rust >"$folder/src/lib.rs"
block 1 rust,ignore >"$folder/src/bin/browser.rs"
# The versions that are installed already.
cp Cargo.lock "$folder/"
cd "$folder"
[[ "$(wasm_way)" == rustup ]] || die "The README builds with plain cargo, which has no target for wasm32 here."
export CARGO_TARGET_DIR=$ROOT/target/prove-package/engine-target
cargo build --quiet --release --lib --target wasm32-unknown-unknown
cp "$CARGO_TARGET_DIR/wasm32-unknown-unknown/release/signup.wasm" .
cargo run --quiet --bin browser
# fetch for files, which Node supports for http only.
{
  printf 'import { readFileSync } from "node:fs";\n'
  printf 'globalThis.fetch = async (name) => new Response(readFileSync(name), { headers: { "content-type": "application/wasm" } });\n'
  block 1 js
} >page.mjs
printf '{ "type": "module" }\n' >package.json
found=$(node page.mjs)
note "$found"
[[ "$found" == "[ { field: 'email', message: 'Enter a valid email' } ]" ]] ||
  die "The README's form gives another result than documented."
