#!/usr/bin/env bash
# Times a release build of the server on a durable Postgres of its own, which is
# thrown away afterwards.
#
#   BENCH_ROWS="1000 100000 1000000"   the sizes of the lists
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=session.sh
source scripts/session.sh

attend scripts/setup.sh tools
step "Building the server"
attend cargo build --locked --release -p agency-server
attend cargo bench --locked -p agency-server --bench server --no-run
scripts/postgres.sh drop bench
trap 'finish; scripts/postgres.sh drop bench' EXIT
start_postgres bench
BENCH_DATABASE_URL=$(scripts/postgres.sh url bench)
POSTGRES_BIN=$(dirname "$(printf '%s\n' /usr/lib/postgresql/*/bin/pgbench | sort -V | tail -n 1)")
export BENCH_DATABASE_URL POSTGRES_BIN
export BENCH_ROWS=${BENCH_ROWS:-1000 100000 1000000}
attend cargo bench --locked -p agency-server --bench server
