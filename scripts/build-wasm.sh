#!/usr/bin/env bash
# Builds the rules for the browser: core-wasm/pkg, an npm package with the module,
# its glue, its TypeScript types, and rules.json for the tools that need the limits.
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=wasm.sh
source scripts/wasm.sh

pkg=core-wasm/pkg
new=$WASM_DIR/pkg
bin=web/node_modules/.bin

step "Building the rules for the browser"
input="$(fingerprint core/src core/build core/Cargo.toml core-wasm Cargo.toml Cargo.lock scripts/build-wasm.sh scripts/wasm.sh \
  scripts/check-wasm.mjs scripts/rules-module.mjs web/node_modules/binaryen/package.json) $(wasm_std)"
if [[ -s "$pkg/rules.json" ]] && stamped wasm "$input"; then
  note "up to date"
  exit
fi

wasm_cargo build --locked -p agency-core-wasm --lib --profile wasm-release

# wasm-bindgen's tool must have exactly the version of its library, so both come
# from our own lock file. It has a folder of its own, not to wait for other builds.
rm -rf "$new"
cargo run --locked --target-dir "$WASM_DIR" -p agency-core-wasm --features bindgen --bin bindgen -- \
  "$WASM_DIR/$WASM_TARGET/wasm-release/agency_core_wasm.wasm" "$new"

# No feature flags: with them wasm-opt may write what browsers refuse.
before=$(stat -c %s "$new/agency_core_wasm_bg.wasm")
"$bin/wasm-opt" -Oz "$new/agency_core_wasm_bg.wasm" -o "$new/optimised.wasm"
mv "$new/optimised.wasm" "$new/agency_core_wasm_bg.wasm"
note "$before bytes, $(stat -c %s "$new/agency_core_wasm_bg.wasm") after wasm-opt"

node scripts/check-wasm.mjs "$new"
"$bin/tsc" --noEmit --strict --target es2022 --lib es2022,dom --types '' "$new"/*.d.ts

rm -rf "$pkg"
mv "$new" "$pkg"
stamp wasm "$input"
