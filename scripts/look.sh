#!/usr/bin/env bash
# Inspects the built product in a real browser, on its own database.
#
#   look.sh screenshots   every page and state into .local/screenshots
#   look.sh lighthouse    scores of every public page into docs/lighthouse.md
#   look.sh engines       every page, both forms and the sign-in in Chromium, Firefox and WebKit
#   look.sh spreadsheet   an export of hostile cells, opened in LibreOffice
#   look.sh upgrade       a page of an earlier release in front of the next server
#   look.sh weight        what the home page transfers before it is scrolled
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=session.sh
source scripts/session.sh

[[ "${1:-}" =~ ^(screenshots|lighthouse|engines|spreadsheet|upgrade|weight)$ ]] ||
  die "Usage: scripts/look.sh screenshots|lighthouse|engines|spreadsheet|upgrade|weight"
scripts/setup.sh browser
[[ "$1" != engines ]] || scripts/setup.sh engines
[[ "$1" != spreadsheet ]] || scripts/setup.sh office
start_postgres test
# Scores are measured on the release build.
profile=debug options=()
[[ "$1" != lighthouse ]] || profile=release options=(--release)
step "Building the server"
cargo build --locked -p agency-server "${options[@]}"

TEST_DATABASE_URL=$(scripts/postgres.sh url test)
CHROMIUM=$(find_browser)
export TEST_DATABASE_URL CHROMIUM SERVER_BIN=$ROOT/target/$profile/agency-server
case $1 in
  weight) env -C web npx playwright test weight ;;
  *) env -C web npx playwright test --config playwright.tools.config.ts "$1" ;;
esac
