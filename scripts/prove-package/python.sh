#!/usr/bin/env bash
# Compares the package's Python host with the vectors, or with generated inputs from standard input.
#
#   python.sh FOLDER [COUNT]   FOLDER gets the environment; with COUNT, this many inputs of each form are required
set -euo pipefail
# shellcheck source=../lib.sh
source "$(dirname "$0")/../lib.sh"

WASMTIME=50.0.1
environment=$1/python
if [[ "$("$environment/bin/pip" list --format freeze 2>/dev/null | grep '^wasmtime=')" != "wasmtime==$WASMTIME" ]]; then
  python3 -m venv "$environment"
  "$environment/bin/pip" install --quiet --disable-pip-version-check "wasmtime==$WASMTIME"
fi
PYTHONPATH=target/npm/package "$environment/bin/python" scripts/prove-package/check.py "${@:2}"
