#!/usr/bin/env bash
# Creates an admin, or gives one a new password, and prints it. With options, an admin
# who is there gets what they give and keeps the password. With REMOVE=yes in the
# environment the admin is removed.
#
#   admin.sh NAME [--first-name TEXT] [--last-name TEXT] [--email ADDRESS]
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=session.sh
source scripts/session.sh
# shellcheck source=settings.sh
source scripts/settings.sh

[[ -n "${1:-}" ]] || die "Whose account? Say 'make admin NAME=somebody'."
[[ "${REMOVE:-}" =~ ^(yes)?$ ]] || die "Is the account to go? Say REMOVE=yes, or leave it out."
name=$1
shift
on_database admin ${REMOVE:+--remove} "$@" -- "$name"
