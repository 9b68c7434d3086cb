#!/usr/bin/env bash
# Runs a step of `make run` or `make test`, and prints its seconds.
#
#   step.sh TITLE COMMAND…            with its output
#   step.sh --beside TITLE COMMAND…   beside another step: its output follows when it has ended
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"

if [[ "$1" != --beside ]]; then
  step "$1"
  timed "$@"
else
  log="$LOCAL/logs/$2.log" code=0
  mkdir -p "$LOCAL/logs"
  timed "${@:2}" >"$log" 2>&1 </dev/null || code=$?
  cat "$log"
  exit "$code"
fi
