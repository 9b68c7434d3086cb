#!/usr/bin/env bash
# Runs proofs that the tests omit, because they take long or need more than this machine has.
#
#   prove.sh shared       one changed limit turns a test red on either side
#   prove.sh upgrade      pages that were open before an upgrade with another limit work after it
#   prove.sh postgres     the server's tests on PostgreSQL 15 to 18, and an upgrade from 15 to 18 while forms come in
#   prove.sh rootless     an account without root, and without Debian's PostgreSQL, runs the product
#   prove.sh export       LibreOffice runs no cell of an export
#   prove.sh deb          the package is the same twice, and is installed, upgraded and removed on an empty Debian
#   prove.sh image        the image is the same twice, and runs read-only and without a name
#   prove.sh engines      every page, both forms and the sign-in in Chromium, Firefox and WebKit
#   prove.sh lighthouse   scores of every public page, into docs/lighthouse.md
#   prove.sh fuzz         no input breaks the rules, FUZZ_SECONDS=30 each
#   prove.sh audit        no crate and no npm package has a known vulnerability, by lists that must be reachable
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"

case ${1:-} in
  shared) make rules && scripts/prove-shared.sh ;;
  upgrade) make site && scripts/prove-upgrade.sh ;;
  postgres) make packages && scripts/setup.sh tools wasm && scripts/prove-postgres.sh ;;
  rootless) scripts/prove-rootless.sh ;;
  export) make site && scripts/look.sh spreadsheet ;;
  deb) make site && scripts/prove-deb.sh ;;
  image) make site && scripts/deb.sh && scripts/prove-image.sh ;;
  engines | lighthouse) make site && scripts/look.sh "$1" ;;
  fuzz) scripts/fuzz.sh ;;
  audit) scripts/setup.sh tools && scripts/audit.sh release ;;
  *) die "PART is missing or unknown: run 'make prove PART=shared'; scripts/prove.sh lists the parts." ;;
esac
