#!/usr/bin/env bash
# Builds the site into web/dist.
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"

step "Building the site"
input="$(fingerprint web web/node_modules/.installed .local/stamps/wasm scripts/build-web.sh)"
if [[ -d web/dist ]] && stamped web "$input"; then
  note "up to date"
  exit
fi
npm --prefix web run build
stamp web "$input"
