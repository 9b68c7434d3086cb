#!/usr/bin/env bash
# Runs a step of `make run` or `make test`, and prints its seconds. A failed one is listed in the file $FAILED.
#
#   step.sh TITLE COMMAND…            with its output
#   step.sh --beside TITLE COMMAND…   beside another step: its output follows when it has ended
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"

log=''
if [[ "$1" == --beside ]]; then
  shift
  mkdir -p "$LOCAL/logs"
  log=$LOCAL/logs/$1.log
fi
code=0
if [[ -n "$log" ]]; then
  "${@:2}" >"$log" 2>&1 </dev/null || code=$?
  cat "$log"
else
  step "$1"
  "${@:2}" || code=$?
fi
((code == 0)) || { echo "$1" >>"${FAILED:-/dev/null}"; exit "$code"; }
took "$1" "$SECONDS"
