#!/usr/bin/env bash
# Runs a command with empty caches of cargo and npm, as on a machine that never built the project,
# to find dependencies on an old cache. The machine's own settings and programs remain.
#
#   empty-caches.sh COMMAND…
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=session.sh
source scripts/session.sh

[[ -n "${1:-}" ]] || die "Usage: scripts/empty-caches.sh COMMAND…"
former=${CARGO_HOME:-$HOME/.cargo}
caches=$(mktemp -d)
trap 'finish; rm -rf "$caches"' EXIT
mkdir "$caches/cargo"
# The rest of cargo's folder is its download cache.
for file in config config.toml credentials credentials.toml; do
  [[ ! -e "$former/$file" ]] || ln -s "$(readlink -f "$former/$file")" "$caches/cargo/$file"
done
export CARGO_HOME=$caches/cargo XDG_CACHE_HOME=$caches/other npm_config_cache=$caches/npm
unset NPM_CONFIG_CACHE
"$@"
