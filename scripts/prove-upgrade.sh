#!/usr/bin/env bash
# Shows that a page which was open before an upgrade lives on after it: builds this release and a next one, in which
# one limit is another, has the next one's server and site take the place of this one's while two forms are filled in
# a real browser, and sends them.
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=session.sh
source scripts/session.sh
# shellcheck source=changed-copy.sh
source scripts/changed-copy.sh

step "The next release: one limit changed in a copy"
changed_copy
attend env -u CARGO_TARGET_DIR "$copy/scripts/build-wasm.sh"
# Each release has its own names for what it was built of.
[[ -d "$copy/web/node_modules" ]] || die "web/node_modules is missing: run 'make build'."
attend "$copy/scripts/build-web.sh"
attend env CARGO_TARGET_DIR="$copy/target" cargo build --locked --manifest-path "$copy/Cargo.toml" -p agency-server
export NEXT_SERVER_BIN=$copy/target/debug/agency-server NEXT_SITE=$copy/web/dist

step "This release, replaced by the next one"
attend scripts/look.sh upgrade
