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

scripts/setup.sh tools wasm
mkdir -p "$LOCAL"
exec 9>"$LOCAL/run.lock"
flock --nonblock 9 || die "'make run' runs in this folder already: open http://$LISTEN_ADDR, or stop it first."
refusal=$(node scripts/check-port.mjs "$LISTEN_ADDR") || die "$refusal"

step "Checking the database"
use_database
# Before anything is compiled, so that a missing network is noticed early.
cargo fetch --quiet --locked --target "$(rustc --print host-tuple)" ||
  die "The crates of Cargo.lock cannot be downloaded: check the network, then run this again. What was downloaded is kept."

# Side by side, because each has long parts that use one core.
step "Building the server and the site: the first time for some minutes, then for seconds"
make --jobs=2 server beside/site ||
  die "The server or the site could not be built, for the reason above: what was built is kept, so remove the reason and run this again."
first_admin

# The base URL of links in mails.
export PUBLIC_URL=${PUBLIC_URL:-http://$LISTEN_ADDR}
step "Serving on http://$LISTEN_ADDR after $SECONDS s (Ctrl-C stops everything)"
[[ "$SMTP_URL" != file:* ]] || note "mails become files in ${SMTP_URL#file:}"
trap 'exit 0' INT TERM
start target/debug/agency-server
wait "$started"
