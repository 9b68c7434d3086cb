# Loads the server's settings for this machine. Source it after session.sh.
# shellcheck shell=bash

# Settings of `.env`, unless they are set in the environment. The file is parsed, not executed.
load_env() {
  local line name value number=0
  [[ -f .env ]] || return 0
  while IFS= read -r line || [[ -n "$line" ]]; do
    number=$((number + 1)) line=${line%$'\r'}
    [[ ! "$line" =~ ^[[:space:]]*(#|$) ]] || continue
    [[ "$line" =~ ^[[:space:]]*(export[[:space:]]+)?([A-Za-z_][A-Za-z0-9_]*)=(.*)$ ]] ||
      die ".env, line $number: write NAME=value, without spaces around the sign."
    name=${BASH_REMATCH[2]} value=${BASH_REMATCH[3]}
    if [[ "$value" =~ ^\"(.*)\"[[:space:]]*$ || "$value" =~ ^\'(.*)\'[[:space:]]*$ ]]; then
      value=${BASH_REMATCH[1]}
    fi
    [[ -z "$value" || -n "${!name+set}" ]] || export "$name=$value"
  done <.env
}

# Secrets in files, as the server reads them: those that are given a value below, or that Postgres' own programs need.
load_credentials() {
  local name
  for name in DATABASE_URL TOKEN_SECRET SMTP_URL; do
    [[ -n "${!name:-}" || ! -s "$1/$name" ]] || export "$name=$(<"$1/$name")"
  done
}

# Sessions must survive a restart, so the secret is generated once and kept.
keep_secret() {
  local file=$LOCAL/token-secret
  if [[ ! -s "$file" ]]; then
    mkdir -p "$LOCAL"
    (umask 077 && head -c 48 /dev/urandom | base64 -w 0 >"$file.new" && mv "$file.new" "$file")
  fi
  export TOKEN_SECRET
  TOKEN_SECRET=$(cat "$file")
}

# The configured database, or the private one, which this starts. Sets $DATABASE_MAJOR for the latter.
use_database() {
  if [[ -n "${DATABASE_URL:-}" ]]; then
    note "using the database of DATABASE_URL"
    return
  fi
  start_postgres dev
  DATABASE_MAJOR=$(scripts/postgres.sh version dev)
  export DATABASE_URL DATABASE_MAJOR
  DATABASE_URL=$(scripts/postgres.sh url dev agency)
}

# Creates the first account of an empty database, and prints its password.
first_admin() {
  local admin
  admin=$(target/debug/agency-server admin --first admin)
  [[ -n "$admin" ]] || return 0
  step "First admin, shown only now"
  printf '%s\n' "$admin"
}

# on_database ARGUMENT…: runs a command of the server on that database.
on_database() {
  scripts/setup.sh tools
  use_database
  step "Building the server"
  cargo build --locked -p agency-server
  step "agency-server $1"
  target/debug/agency-server "$@"
}

load_env
[[ -z "${CREDENTIALS_DIRECTORY:-}" ]] || load_credentials "$CREDENTIALS_DIRECTORY"
export LISTEN_ADDR=${LISTEN_ADDR:-127.0.0.1:8000}
export WEB_ROOT=${WEB_ROOT:-$ROOT/web/dist}
# No load balancer has to notice the shutdown first.
export SHUTDOWN_DELAY=${SHUTDOWN_DELAY:-0}
# Without a mail server mails are written to files, so that they can be inspected.
if [[ -z "${SMTP_URL:-}" ]]; then
  export SMTP_URL=file:$LOCAL/mail
  export MAIL_FROM=${MAIL_FROM:-site@agency.example} NOTIFY=${NOTIFY:-staff@agency.example}
fi
[[ -n "${TOKEN_SECRET:-}" ]] || keep_secret
