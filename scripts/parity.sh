#!/usr/bin/env bash
# Holds the shipped module against the rules as the server runs them.
#
#   parity.sh COUNT [--write]   so many generated inputs of each kind, also into docs/measured/agreement.md
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"

[[ "${1:-}" =~ ^[1-9][0-9]*$ && "${2:-}" =~ ^(--write)?$ ]] || die "Usage: scripts/parity.sh COUNT [--write]"
count=$1
[[ -s core-wasm/pkg/rules.json ]] || die "The rules are not built yet: run 'make wasm'."
profile=()
# A long run is worth the wait for an optimised build.
((count < 10000)) || profile=(--release)
cargo build --locked --quiet -p agency-core --example parity "${profile[@]}"
folder=debug
((${#profile[@]} == 0)) || folder=release
# The same inputs each time.
inputs() { "target/$folder/examples/parity" "$count" 1; }
inputs | node scripts/parity.mjs "$count"
scripts/pack.sh
inputs | node scripts/parity-schema.mjs "$count" target/npm/package/vectors.json
what="rules and module, JSON Schema of each form but for what it says"
# A short run needs no Python.
if ((count >= 10000)); then
  mkdir -p target/prove-package
  inputs | scripts/prove-package/python.sh target/prove-package "$count"
  what="rules and module, also by Python for the public forms; JSON Schema of each form but for what it says"
fi
[[ -z "${2:-}" ]] || node scripts/agreement.mjs "make parity" "$count inputs of each form and function: $what"
