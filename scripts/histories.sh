#!/usr/bin/env bash
# Makes up histories of two clients and a server, and holds every answer and every
# record against the rules' table of moves.
#
#   histories.sh COUNT
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=session.sh
source scripts/session.sh

[[ "${1:-}" =~ ^[1-9][0-9]*$ ]] || die "Usage: scripts/histories.sh COUNT"
attend scripts/setup.sh tools postgres
start_postgres test
TEST_DATABASE_URL=$(scripts/postgres.sh url test)
export TEST_DATABASE_URL WORK_HISTORIES=$1
step "Making up $1 histories"
attend cargo test --locked --release -p agency-server --features seed made_up_histories
