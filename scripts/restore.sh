#!/usr/bin/env bash
# Restores a backup completely or not at all. Stop the server first. Refuses a database with data
# unless REPLACE=yes.
#
#   restore.sh FILE
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=session.sh
source scripts/session.sh
# shellcheck source=settings.sh
source scripts/settings.sh
# shellcheck source=database-address.sh
source scripts/database-address.sh

file=${1:-}
[[ -n "$file" ]] || die "FILE is missing: run 'make restore FILE=…'."
[[ -r "$file" ]] || die "$file cannot be read."
use_database
set_address
restore=$(postgres_program pg_restore "${DATABASE_MAJOR:-}")
psql=$(postgres_program psql "${DATABASE_MAJOR:-}")
"$restore" --list "$file" >/dev/null || die "$file is not a backup."

refuse_unless_empty="DO \$\$ BEGIN
  IF EXISTS (SELECT FROM pg_tables WHERE schemaname = 'public') THEN
    RAISE 'the database is not empty: restore into a new one, or set REPLACE=yes to delete its data';
  END IF;
END \$\$;"
empty="DROP SCHEMA public CASCADE; CREATE SCHEMA public; GRANT USAGE ON SCHEMA public TO PUBLIC;"

# One transaction, which is rolled back if anything fails.
statements() {
  echo 'BEGIN;'
  if [[ "${REPLACE:-}" == yes ]]; then echo "$empty"; else echo "$refuse_unless_empty"; fi
  # Programs of PostgreSQL 17 and newer set what servers of 15 and 16 do not know.
  "$restore" --no-owner --no-privileges --file=- "$file" | sed '/^SET transaction_timeout = 0;$/d' && echo 'COMMIT;'
}

step "Restoring $file"
statements | "$psql" -X -q -v ON_ERROR_STOP=1 --dbname="$address" --output=/dev/null ||
  die "Nothing was restored."
note "done"
