#!/usr/bin/env bash
# Proves that open pages survive an upgrade: builds this release and a next one with another limit,
# replaces server and site while two forms are being filled in in a real browser, and sends them.
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=session.sh
source scripts/session.sh
# shellcheck source=changed-copy.sh
source scripts/changed-copy.sh

step "The next release: one limit changed in a copy"
changed_copy
env -u CARGO_TARGET_DIR "$copy/scripts/build-wasm.sh"
# Each release has its own build output.
[[ -d "$copy/web/node_modules" ]] || die "web/node_modules is missing: run 'make build'."
"$copy/scripts/build-web.sh"
env CARGO_TARGET_DIR="$copy/target" cargo build --locked --manifest-path "$copy/Cargo.toml" -p agency-server
export NEXT_SERVER_BIN=$copy/target/debug/agency-server NEXT_SITE=$copy/web/dist

step "This release, replaced by the next one"
scripts/look.sh upgrade
