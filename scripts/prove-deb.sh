#!/usr/bin/env bash
# Builds the Debian package in two places, which must give the same bytes. Then follows
# docs/operations.md, "From an empty server to a served site", word for word, on an empty Debian
# with systemd and without a network. Only the certificates and the mail server are local to that
# machine.
#
#   prove-deb.sh           all of it
#   prove-deb.sh install   with the package that is in target/deb already
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=session.sh
source scripts/session.sh
# shellcheck source=prove-deb/machine.sh
source scripts/prove-deb/machine.sh

((EUID == 0)) || die "Starting a Debian machine requires root: run 'sudo make prove PART=deb'."
work=$ROOT/target/prove-deb
mkdir -p "$work"
scripts/setup.sh container mail

if [[ "${1:-}" != install ]]; then
  SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || stat -c %Y docs/changelog.md)
  export SOURCE_DATE_EPOCH
  scripts/deb.sh
  step "The same sources in another folder"
  copy=$work/tree
  mkdir -p "$copy/.local"
  find "$copy" -mindepth 1 -maxdepth 1 ! -name target ! -name .local -exec rm -rf {} +
  tar -c --exclude=./.git --exclude=./target --exclude=./.local --exclude=node_modules --exclude=./web/dist \
    --exclude=./core-wasm/pkg . | tar -x -C "$copy"
  ln -sfn "$LOCAL/tools" "$copy/.local/tools"
  # Not a link: the bundler sorts modules by their real paths.
  cp -al web/node_modules "$copy/web/node_modules"
  for built in build-wasm build-web deb; do env -u CARGO_TARGET_DIR "$copy/scripts/$built.sh"; done
  cmp "$copy"/target/deb/*.deb target/deb/*.deb || die "The package is not the same bytes when it is built elsewhere."
  note "the same bytes"
fi

# shellcheck source=prove-deb/steps.sh
source scripts/prove-deb/steps.sh
