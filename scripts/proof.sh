#!/usr/bin/env bash
# Tests the server as a process, and writes the results to docs/measured/.
#
#   proof.sh chaos|cluster --rounds N [--part PART]
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=session.sh
source scripts/session.sh

command=${1:-}
[[ "$command" =~ ^(chaos|cluster)$ ]] || die "Usage: scripts/proof.sh chaos|cluster --rounds N [--part PART]"
attend scripts/setup.sh tools postgres pooler balancer
if [[ "$command" == chaos ]]; then
  attend scripts/setup.sh clock receivers
fi
if [[ "$command" == cluster ]]; then attend scripts/setup.sh failover; fi
step "Building the server"
attend cargo build --locked --release -p agency-server -p agency-proof
step "make $command"
attend target/release/agency-proof "$@"
[[ "$*" == *--part* ]] || note "written to docs/measured"
