#!/usr/bin/env bash
# Measures the rules, the site, or a release build of the server on its own Postgres.
#
#   bench.sh rules                                         each form, natively
#   bench.sh size                                          of the rules' modules and every page's first load, with budgets
#   bench.sh server ["1000 100000 1000000"] [--write]      with these row counts; also into docs/measured/server.md
#
#   BENCH_PART=pages    only pages, search, insights, rates or resources of the server
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=session.sh
source scripts/session.sh

rules() {
  cargo bench --locked -p agency-core --bench forms
}

# server ROWS [--write]
server() {
  [[ "$1" =~ ^[1-9][0-9]*(\ [1-9][0-9]*)*$ ]] ||
    die "N must be row counts: run 'make bench PART=server N=\"1000 100000\"'."
  scripts/setup.sh tools postgres
  make django
  step "Building the server, and the plain server for comparison"
  cargo build --locked --release --manifest-path server/benches/plain/Cargo.toml --target-dir target/plain
  cargo build --locked --release -p agency-server -p agency-proof
  step "Measuring the server"
  # shellcheck disable=SC2086 # Each number is an argument.
  target/release/agency-proof bench $1 ${BENCH_PART:+--part "$BENCH_PART"} "${@:2}"
}

size() {
  make site
  node scripts/size.mjs
  scripts/look.sh weight
}

rows=${2:-1000 100000 1000000}
case ${1:-} in
  rules) rules ;;
  size) size ;;
  server) server "$rows" "${@:3}" ;;
  '')
    rules
    server "$rows" "${@:3}"
    ;;
  *) die "PART must be rules, server or size: run 'make bench PART=rules'." ;;
esac
