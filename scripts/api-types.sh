#!/usr/bin/env bash
# Writes web/src/api/schema.d.ts, the types of the API, from the server's description of it.
#
#   api-types.sh         writes them
#   api-types.sh check   fails if they are out of date
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"

part=${1:-generate}
[[ "$part" =~ ^(generate|check)$ ]] || die "Usage: scripts/api-types.sh [check]"

# describe: prints the description, by a server that is already built if there is one in SERVER_BIN.
describe() {
  if [[ -n "${SERVER_BIN:-}" ]]; then "$SERVER_BIN" openapi; else cargo run --quiet --bin agency-server -- openapi; fi
}

make --silent openapi
step "Types of the API"
describe | npm --prefix web/scripts/openapi run --silent "$part" ||
  die "web/src/api/schema.d.ts could not be written or is out of date: run 'npm --prefix web run types:api'."
