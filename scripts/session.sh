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

# later TITLE COMMAND…: runs it in parallel with other steps and buffers its output. finished TITLE:
# waits for it, prints the output, and fails if it failed. Its log and its seconds are files in $later_logs.
later_logs=$LOCAL/later/$(basename "$0" .sh)
declare -A later_group
later() {
  local title=$1
  shift
  mkdir -p "$later_logs"
  start timed "$later_logs/$title" "$@" >"$later_logs/$title.log" 2>&1
  later_group[$title]=$group
}
timed() {
  local since=$SECONDS file=$1
  shift
  "$@" && echo $((SECONDS - since)) >"$file"
}
finished() {
  local code=0
  step "$1"
  wait "${later_group[$1]}" || code=1
  cat "$later_logs/$1.log"
  return $code
}

# start_postgres NAME: starts it, and stops it at the end unless it was already running.
start_postgres() {
  scripts/postgres.sh status "$1" >/dev/null || clusters+=("$1")
  scripts/postgres.sh start "$1"
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
