# Processes and databases that end with their script. Source it after lib.sh.
# shellcheck shell=bash

clusters=()

# start PROGRAM…: runs it beside the script, and ends it with the script: by one signal, not also by the terminal's for
# Ctrl-C. Sets $started.
start() {
  setsid "$@" </dev/null &
  # shellcheck disable=SC2034 # The scripts read it.
  started=$!
}

# start_postgres NAME: starts it, and stops it at the end unless it was already running.
start_postgres() {
  scripts/postgres.sh running "$1" || clusters+=("$1")
  # Postgres outlives a script that is killed, and must not keep the lock of run.sh.
  scripts/postgres.sh start "$1" 9>&-
}

finish() {
  local each
  trap '' INT TERM HUP
  jobs -p | xargs --no-run-if-empty kill 2>/dev/null || true
  wait
  for each in "${clusters[@]}"; do scripts/postgres.sh stop "$each" || true; done
  clusters=()
}
trap finish EXIT
trap 'exit 1' HUP INT TERM
