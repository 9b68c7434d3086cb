#!/usr/bin/env bash
# Fills the database with made-up submissions.
#
#   seed.sh N   adds N consultations, and a tenth as many applications
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=session.sh
source scripts/session.sh
# shellcheck source=settings.sh
source scripts/settings.sh

[[ "${1:-}" =~ ^[1-9][0-9]*$ ]] || die "How many? Say 'make seed N=1000'."
attend scripts/setup.sh tools
use_database
step "Building the server"
attend cargo build --locked --release -p agency-server
step "Filling the database"
attend target/release/agency-server seed "$1"
