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
scripts/setup.sh tools postgres pooler balancer
if [[ "$command" == chaos ]]; then scripts/setup.sh clock && make receivers; fi
if [[ "$command" == cluster ]]; then scripts/setup.sh failover proxies; fi
step "Building the server"
cargo build --locked --release -p agency-server -p agency-proof
step "make $command"
target/release/agency-proof "$@"
[[ "$*" == *--part* ]] || note "written to docs/measured"
