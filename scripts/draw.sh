#!/usr/bin/env bash
# Renders pictures of the site.
#
#   draw.sh screenshots              every page and state at three widths, staff pages in both schemes, into .local/screenshots
#   draw.sh icons                    icons of tabs and home screens, from web/public/favicon.svg
#   draw.sh picture PAGE SIZE INTO   one of web/pictures, as a picture of the site
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"

case ${1:-} in
  screenshots)
    make site
    scripts/look.sh screenshots
    ;;
  icons)
    make packages
    npm --prefix web run icons
    ;;
  picture)
    make packages
    node web/scripts/draw.mjs "${@:2}"
    ;;
  *) die "PART must be screenshots, icons or picture: run 'make draw PART=screenshots'." ;;
esac
