#!/usr/bin/env bash
# Deletes everything from an email address, and reports how many records were deleted.
#
#   forget.sh EMAIL
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=session.sh
source scripts/session.sh
# shellcheck source=settings.sh
source scripts/settings.sh

[[ -n "${1:-}" ]] || die "EMAIL is missing: run 'make forget EMAIL=ada@mail.example'."
on_database forget -- "$1"
