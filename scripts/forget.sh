#!/usr/bin/env bash
# Deletes all that came from an e-mail address, and tells how much it was.
#
#   forget.sh EMAIL
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=session.sh
source scripts/session.sh
# shellcheck source=settings.sh
source scripts/settings.sh

[[ -n "${1:-}" ]] || die "Whose submissions? Say 'make forget EMAIL=somebody@mail.example'."
on_database forget -- "$1"
