#!/usr/bin/env bash
# Adds sample submissions to the database.
#
#   seed.sh N   adds N consultations, and a tenth as many applications
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=session.sh
source scripts/session.sh
# shellcheck source=settings.sh
source scripts/settings.sh

[[ "${1:-}" =~ ^[1-9][0-9]*$ ]] || die "N must be a number of records: run 'make seed N=1000'."
on_database migrate
step "agency-seed $1"
target/debug/agency-seed "$1"
