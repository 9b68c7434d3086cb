#!/usr/bin/env bash
# Makes up histories of two clients and a server, and holds every answer and every
# record against the rules' table of moves.
#
#   histories.sh COUNT [--write]   also into docs/measured/agreement.md
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=session.sh
source scripts/session.sh

[[ "${1:-}" =~ ^[1-9][0-9]*$ && "${2:-}" =~ ^(--write)?$ ]] || die "Usage: scripts/histories.sh COUNT [--write]"
attend scripts/setup.sh tools postgres
start_postgres test
TEST_DATABASE_URL=$(scripts/postgres.sh url test)
export TEST_DATABASE_URL WORK_HISTORIES=$1
step "Making up $1 histories"
# With the features that all tests are built with, as scripts/search-parity.sh does, so that one build serves both.
attend cargo test --locked --release --workspace --bin agency-server made_up_histories
[[ -z "${2:-}" ]] || node scripts/agreement.mjs "make histories" "$1 histories of two clients on one record: answers, record and history, by the rules' table and over HTTP"
