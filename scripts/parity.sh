#!/usr/bin/env bash
# Compares several implementations of the rules on generated inputs.
#
#   parity.sh forms [COUNT]       each form and function: rules and shipped module
#   parity.sh search [COUNT]      pairs of a query and a record: rules, database by its index, and shipped module
#   parity.sh histories [COUNT]   histories of two clients on two records: the rules and the server
#
#   --write at the end writes docs/measured/agreement.md, when there was no difference
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=session.sh
source scripts/session.sh

part=${1:-} count=${2:-}
case $part in
  forms) count=${count:-100000} what="inputs of each form and function: rules and module" ;;
  search) count=${count:-1000000} what="pairs of a query and a record: rules, database by its index, module" ;;
  histories)
    count=${count:-100000}
    what="histories of two clients on two records: answers, records and history, by the rules and over HTTP"
    ;;
  *) die "PART must be forms, search or histories: run 'make parity PART=forms'." ;;
esac
[[ "$count" =~ ^[1-9][0-9]*$ && "${3:-}" =~ ^(--write)?$ ]] || die "Usage: scripts/parity.sh $part [COUNT] [--write]"

# A long run justifies an optimized build.
profile=() folder=debug
((count < 50000)) || profile=(--release) folder=release

# test_server FILTER
test_server() {
  scripts/setup.sh tools postgres
  start_postgres test
  TEST_DATABASE_URL=$(scripts/postgres.sh url test)
  export TEST_DATABASE_URL
  local tests=(cargo test --locked --quiet --workspace --bin agency-server "${profile[@]}" "$1")
  # Without this, a run of no test would count as agreement.
  "${tests[@]}" -- --list >"$LOCAL/parity-tests"
  grep -qE ': test$' "$LOCAL/parity-tests" || die "The server has no test with $1 in its name."
  "${tests[@]}"
}

[[ "$part" == histories ]] || make rules
step "$count $what"
case $part in
  forms)
    cargo build --locked --quiet -p agency-core --example parity "${profile[@]}"
    # A fixed seed, so that every run has the same inputs.
    "target/$folder/examples/parity" "$count" 1 | node scripts/parity.mjs "$count"
    ;;
  search)
    mkdir -p "$LOCAL"
    export SEARCH_PAIRS=$count SEARCH_PAIRS_FILE=$LOCAL/search-pairs
    test_server finds_same_records_in_database_as_by_rules
    node scripts/search-parity.mjs "$count" "$SEARCH_PAIRS_FILE"
    ;;
  histories)
    export WORK_HISTORIES=$count
    test_server generated_histories
    ;;
esac
[[ -z "${3:-}" ]] || node scripts/agreement.mjs "make parity PART=$part" "$count $what"
