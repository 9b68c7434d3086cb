#!/usr/bin/env bash
# Writes server/src/storage/schema.rs from a database with all migrations applied.
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=session.sh
source scripts/session.sh

scripts/setup.sh tools
start_postgres test
TEST_DATABASE_URL=$(scripts/postgres.sh url test)
export TEST_DATABASE_URL UPDATE_SCHEMA=1
cargo test --locked -p agency-server storage::tests::schema
