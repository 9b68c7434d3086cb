#!/usr/bin/env bash
# Writes all stored data, CVs included, to one file. The server may keep running: the file is a
# consistent snapshot.
#
#   backup.sh [FILE]
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=session.sh
source scripts/session.sh
# shellcheck source=settings.sh
source scripts/settings.sh
# shellcheck source=database-address.sh
source scripts/database-address.sh

file=${1:-$LOCAL/backups/$(date -u +%Y%m%dT%H%M%SZ).dump}
[[ ! -e "$file" ]] || die "$file already exists: choose another FILE."
use_database
set_address
dump=$(postgres_program pg_dump "${DATABASE_MAJOR:-}")
restore=$(postgres_program pg_restore "${DATABASE_MAJOR:-}")

step "Backing up"
# The file contains personal data.
umask 077
mkdir -p "$(dirname "$file")"
trap 'rm -f "$file.part"; finish' EXIT
"$dump" --format=custom --no-owner --no-privileges --dbname="$address" --file="$file.part"
"$restore" --list "$file.part" >/dev/null || die "The backup cannot be read back."
# Moved into place only when it is complete and on disk.
sync "$file.part"
mv "$file.part" "$file"
note "$file, $(stat -c %s "$file") bytes"
