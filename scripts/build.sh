#!/usr/bin/env bash
# Builds parts of the product, each with its dependencies.
#
#   build.sh wasm     the rules for the browser, into core-wasm/pkg
#   build.sh web      those, and the site, into web/dist
#   build.sh server   the server, into target/release
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"

(($#)) || die "Usage: scripts/build.sh wasm|web|server…"
for part in "$@"; do
  case $part in
    wasm | web)
      scripts/setup.sh tools wasm npm
      scripts/build-wasm.sh
      [[ "$part" == wasm ]] || scripts/build-web.sh
      ;;
    server)
      scripts/setup.sh tools
      cargo build --locked --release -p agency-server
      ;;
    *) die "PART must be wasm, web or server: run 'make build PART=wasm'." ;;
  esac
done
