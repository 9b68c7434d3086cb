#!/usr/bin/env bash
# Runs the server, and Vite, which reloads pages when their sources change.
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=session.sh
source scripts/session.sh
# shellcheck source=settings.sh
source scripts/settings.sh

scripts/setup.sh tools wasm
refusal=$(node scripts/check-port.mjs "$LISTEN_ADDR") || die "$refusal"
use_database
step "Building the server and the rules"
make rules server
first_admin

step "Serving: pages by Vite, the API on http://$LISTEN_ADDR (Ctrl-C stops both)"
trap 'exit 0' INT TERM
start target/debug/agency-server
# Otherwise it hides the first admin's password.
start env -C web node_modules/.bin/vite --clearScreen false
wait -n
