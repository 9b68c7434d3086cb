#!/usr/bin/env bash
# Checks dependencies: sources, licenses, and known vulnerabilities as far as their lists are
# reachable.
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"

VERSION=0.20.2
DENY=$LOCAL/tools/bin/cargo-deny

step "Checking for cargo-deny"
if [[ "$("$DENY" --version 2>/dev/null)" != "cargo-deny $VERSION" ]]; then
  note "building it, once"
  # Unoptimized and without debug information: that build would take longer than the check itself.
  CARGO_PROFILE_DEV_DEBUG=0 cargo install --quiet --locked --debug --root "$LOCAL/tools" --target-dir "$LOCAL/cargo-deny" \
    "cargo-deny@$VERSION" || die "cargo-deny $VERSION could not be built."
  rm -rf "$LOCAL/cargo-deny"
fi
note "cargo-deny $VERSION"

step "Sources, licenses and versions of the crates"
# A build fetches only this platform's crates. The check needs those of every platform.
cargo fetch --quiet --locked || die "the crates of Cargo.lock cannot be fetched."
"$DENY" --offline check bans licenses sources || die "a crate is not what .deny.toml allows."

step "Known vulnerabilities of the crates"
if timeout 60 "$DENY" fetch db >/dev/null 2>&1; then
  "$DENY" --offline check advisories || die "a crate has a known vulnerability."
else
  note "left out: the list of them cannot be reached from here"
fi

step "Known vulnerabilities of the npm packages"
report=$(mktemp)
trap 'rm -f "$report"' EXIT
if timeout 60 npm --prefix web audit --omit=dev --json >"$report" 2>/dev/null; then
  note "none"
elif grep -q '"auditReportVersion"' "$report"; then
  npm --prefix web audit --omit=dev || die "an npm package has a known vulnerability."
else
  note "left out: the list of them cannot be reached from here"
fi
