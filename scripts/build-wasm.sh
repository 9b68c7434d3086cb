#!/usr/bin/env bash
# Builds the rules for the browser into core-wasm/pkg: an npm package with the modules, their glue
# code and TypeScript types, and rules.json for tools that need the limits.
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

rm -rf "$new"
for module in public staff; do
  wasm_cargo build --locked -p agency-core-wasm --lib --profile wasm-release --no-default-features --features "$module"
  # If nothing of this standard library has been built yet, cargo's folder was just emptied.
  mkdir -p "$new"
  # No feature flags: with them wasm-opt may emit instructions that browsers reject.
  "$bin/wasm-opt" -Oz --strip-debug --strip-producers "$WASM_DIR/$WASM_TARGET/wasm-release/agency_core_wasm.wasm" \
    -o "$new/$module.wasm"
  note "$module: $(stat -c %s "$new/$module.wasm") bytes"
done

# Metadata of the rules for the browser. Built in its own folder, so that it does not wait for
# other builds.
cargo run --locked --quiet --target-dir "$WASM_DIR" -p agency-core-wasm --features describe --bin describe -- "$new"
cp core/src/form/js/* core-wasm/js/* "$new/"

node scripts/check-wasm.mjs "$new"
"$bin/tsc" --noEmit --strict --target es2022 --lib es2022,dom --types '' "$new"/*.d.ts

rm -rf "$pkg"
mv "$new" "$pkg"
stamp wasm "$input"
