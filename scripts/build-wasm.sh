#!/usr/bin/env bash
# Builds the rules for the browser into core-wasm/pkg: an npm package with the modules, their bindings
# and TypeScript types, and the data of the rules for pages that do not load a module.
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=wasm.sh
source scripts/wasm.sh

pkg=core-wasm/pkg
new=$WASM_DIR/pkg
bin=web/node_modules/.bin
modules=(public staff documents)

step "Building the rules for the browser"
rm -rf "$new"
for module in "${modules[@]}"; do
  wasm_cargo build --locked -p agency-core-wasm --lib --profile wasm-release --no-default-features --features "$module"
  # If nothing of this standard library has been built yet, cargo's folder was just emptied.
  mkdir -p "$new" "$WASM_DIR/modules"
  cp "$WASM_DIR/$WASM_TARGET/wasm-release/agency_core_wasm.wasm" "$WASM_DIR/modules/$module.wasm"
done

# Built in its own folder, so that it does not wait for other builds.
cargo run --locked --quiet --target-dir "$WASM_DIR" --profile tool -p agency-core-wasm --features bindings \
  --bin bindings -- "$WASM_DIR/modules" "$new"

for module in "${modules[@]}"; do
  # No feature flags: with them wasm-opt may emit instructions that browsers reject.
  "$bin/wasm-opt" -Oz --converge --strip-debug --strip-producers "$new/${module}_bg.wasm" -o "$new/${module}_bg.wasm"
  note "$module: $(stat -c %s "$new/${module}_bg.wasm") bytes"
done
"$bin/tsc" --noEmit --strict --target es2022 --lib es2022,dom --types '' "$new"/*.d.ts

rm -rf "$pkg"
mv "$new" "$pkg"
