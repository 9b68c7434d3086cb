#!/usr/bin/env bash
# Runs the product from a fresh clone: installs what is missing, builds what has changed, then
# serves until Ctrl-C.
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=session.sh
source scripts/session.sh
# shellcheck source=settings.sh
source scripts/settings.sh

attend scripts/setup.sh tools
refusal=$(node scripts/check-port.mjs "$LISTEN_ADDR") || die "$refusal"

step "Checking the database"
use_database

# Side by side, because each has long parts that use one core.
later "Building the site" scripts/build.sh web
step "Building the server, the first time for some minutes"
attend cargo build --locked -p agency-server
finished "Building the site" || die "The site could not be built."
server=target/debug/agency-server

admin=$("$server" admin --first admin)
if [[ -n "$admin" ]]; then
  step "First admin, shown only now"
  printf '%s\n' "$admin"
fi

# The base URL of links in mails.
export PUBLIC_URL=${PUBLIC_URL:-http://$LISTEN_ADDR}
step "Serving on http://$LISTEN_ADDR after $SECONDS s (Ctrl-C stops everything)"
trap 'exit 0' INT TERM
[[ "$SMTP_URL" != file:* ]] || note "mails become files in ${SMTP_URL#file:}"
attend "$server"
