#!/usr/bin/env bash
# Holds the shipped module against the rules as the server runs them.
#
#   parity.sh COUNT [SEED]   so many generated inputs of each kind
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"

count=${1:?usage: parity.sh COUNT [SEED]} seed=${2:-1}
[[ -s core-wasm/pkg/rules.json ]] || die "The rules are not built yet: run 'make wasm'."
profile=()
# A long run is worth the wait for an optimised build.
((count < 10000)) || profile=(--release)
cargo build --locked --quiet -p agency-core --example parity "${profile[@]}"
folder=debug
((${#profile[@]} == 0)) || folder=release
"target/$folder/examples/parity" "$count" "$seed" | node scripts/parity.mjs "$count"
