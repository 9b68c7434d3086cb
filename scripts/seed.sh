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
SERVER_FEATURES=seed on_database seed "$1"
