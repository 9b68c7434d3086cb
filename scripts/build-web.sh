#!/usr/bin/env bash
# Builds the site into web/dist.
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"

step "Building the site"
npm --prefix web run build
