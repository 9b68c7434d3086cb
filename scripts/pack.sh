#!/usr/bin/env bash
# Packs the public forms' rules as an npm package: target/npm/agency-form-rules-VERSION.tgz.
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"

out=target/npm
[[ -s core-wasm/pkg/schemas.json ]] || die "The rules have not been built: run 'make build PART=wasm'."
step "Packing the public forms' rules"
rm -rf "$out"
node scripts/pack.mjs "$out/package"
cp LICENSE "$out/package/"
(cd "$out" && npm pack --silent ./package)
# Checks the type declarations as a consumer of the package. Their only dependency is installed in
# web.
mkdir -p "$out/node_modules/@standard-schema"
ln -s "$ROOT/web/node_modules/@standard-schema/spec" "$out/node_modules/@standard-schema/spec"
web/node_modules/.bin/tsc --noEmit --strict --target es2022 --module nodenext --lib es2022,dom --types '' \
  "$out"/package/*.d.ts
rm -r "$out/node_modules"
note "$(cd "$out" && du -b ./*.tgz)"
