#!/usr/bin/env bash
# Creates an admin, or sets a new password, and prints it. With options, changes or renames an
# existing admin and keeps the password. With REMOVE=yes in the environment, removes the admin.
#
#   admin.sh NAME [--first-name TEXT] [--last-name TEXT] [--email ADDRESS] [--rename NEW]
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=session.sh
source scripts/session.sh
# shellcheck source=settings.sh
source scripts/settings.sh

[[ -n "${1:-}" ]] || die "NAME is missing: run 'make admin NAME=ada'."
[[ "${REMOVE:-}" =~ ^(yes)?$ ]] || die "REMOVE must be yes or empty."
name=$1
shift
on_database admin ${REMOVE:+--remove} "$@" -- "$name"
