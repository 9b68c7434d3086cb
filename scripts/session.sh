# Runs processes until they end or until Ctrl-C, and cleans up. Source it after lib.sh.
# shellcheck shell=bash

groups=()
clusters=()

# start COMMAND…: runs it in the background, in a process group of its own, so that its children can
# be ended with it. Sets $group.
start() {
  set -m
  "$@" </dev/null &
  group=$!
  set +m
  groups+=("$group")
}

# attend COMMAND…: runs it like a plain call, but handles signals without waiting for its end.
attend() {
  start "$@"
  wait "$group"
}

# start_postgres NAME [DATABASE]: starts it, and stops it at the end unless it was already running.
start_postgres() {
  scripts/postgres.sh status "$1" >/dev/null || clusters+=("$1")
  scripts/postgres.sh start "$@"
}

finish() {
  local each tries=150
  trap '' INT TERM HUP
  for each in "${groups[@]}"; do kill -TERM -- "-$each" 2>/dev/null || true; done
  for each in "${groups[@]}"; do
    while kill -0 -- "-$each" 2>/dev/null; do
      ((tries-- > 0)) || kill -KILL -- "-$each" 2>/dev/null || true
      sleep 0.1
    done
  done
  for each in "${clusters[@]}"; do scripts/postgres.sh stop "$each" || true; done
  groups=() clusters=()
}
trap finish EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
