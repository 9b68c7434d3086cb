#!/usr/bin/env bash
# Times a release build of the server on a durable Postgres of its own, which is
# thrown away afterwards.
#
#   bench-server.sh [--write]   also into docs/measured/server.md
#
#   BENCH_ROWS="1000 100000 1000000"   the sizes of the lists
#   BENCH_PROFILE=dev                  a build that is quick to make, to try the benchmark itself
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=session.sh
source scripts/session.sh

[[ "${1:-}" =~ ^(--write)?$ ]] || die "Usage: scripts/bench-server.sh [--write]"
[[ -z "${1:-}" ]] || export BENCH_REPORT=$ROOT/docs/measured/server.md
export BENCH_ROWS=${BENCH_ROWS:-1000 100000 1000000}
[[ "$BENCH_ROWS" =~ ^[1-9][0-9]*(\ [1-9][0-9]*)*$ ]] || die "How many rows? Say 'make bench-server N=\"1000 100000\"'."
profile=${BENCH_PROFILE:-bench}
[[ "$profile" == bench || -z "${1:-}" ]] || die "Only what is optimised is worth being written down."
attend scripts/setup.sh tools postgres
step "Building the plain server that it is compared with"
attend cargo build --profile "$([[ "$profile" == dev ]] && echo dev || echo release)" --locked \
  --manifest-path server/benches/plain/Cargo.toml --target-dir target/plain
PLAIN_SERVER=$ROOT/target/plain/$([[ "$profile" == dev ]] && echo debug || echo release)/plain-server
step "Building the server"
attend cargo bench --profile "$profile" --locked -p agency-server --bench server --no-run
scripts/postgres.sh drop bench
trap 'finish; scripts/postgres.sh drop bench' EXIT
start_postgres bench
BENCH_DATABASE_URL=$(scripts/postgres.sh url bench)
POSTGRES_BIN=$(dirname "$(postgres_program pgbench)")
export BENCH_DATABASE_URL POSTGRES_BIN PLAIN_SERVER WEB_ROOT=$ROOT/web/dist
step "Timing the server"
attend cargo bench --profile "$profile" --locked -p agency-server --bench server
[[ -z "${1:-}" ]] || note "written to docs/measured/server.md"
