#!/usr/bin/env bash
# Makes up queries and records, and holds what the rules find of them against what
# the database finds by its index and what the shipped module finds.
#
#   search-parity.sh COUNT [--write]   so many pairs of a query and a record, also into docs/measured/agreement.md
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=session.sh
source scripts/session.sh

[[ "${1:-}" =~ ^[1-9][0-9]*$ && "${2:-}" =~ ^(--write)?$ ]] || die "Usage: scripts/search-parity.sh COUNT [--write]"
[[ -s core-wasm/pkg/rules.json ]] || die "The rules are not built yet: run 'make wasm'."
attend scripts/setup.sh tools postgres
start_postgres test
mkdir -p "$LOCAL"
TEST_DATABASE_URL=$(scripts/postgres.sh url test)
export TEST_DATABASE_URL SEARCH_PAIRS=$1 SEARCH_PAIRS_FILE=$LOCAL/search-pairs
profile=()
# A long run is worth the wait for an optimised build.
(($1 < 100000)) || profile=(--release)
step "Making up $1 pairs, for rules and database"
# With the features that all tests are built with, so that nothing is built anew.
attend cargo test --locked --quiet --workspace --bin agency-server "${profile[@]}" \
  the_database_finds_what_the_rules_find
step "The same pairs for the module"
attend node scripts/search-parity.mjs "$1" "$SEARCH_PAIRS_FILE"
[[ -z "${2:-}" ]] || node scripts/agreement.mjs "make search-parity" "$1 pairs of a query and a record: rules, database by its index, module"
