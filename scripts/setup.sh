#!/usr/bin/env bash
# Installs what the project needs and the machine lacks.
#
#   setup.sh PART…   tools wasm npm openapi checkers browser engines postgres pooler balancer proxies failover clock mail openssl
#                    receivers django alerts office packager container image
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=wasm.sh
source scripts/wasm.sh
PATH=$PATH:/usr/sbin

# debian TITLE PACKAGE…: installs Debian's packages, or says that they have to be.
debian() {
  may_install || die "$1 is missing: install Debian's packages ${*:2}."
  apt_install "${@:2}"
}

# need PROGRAM PACKAGE…
need() { have "$1" || debian "$@"; }

# need_service PROGRAM PACKAGE [SERVICE]: its package starts a service, but the tests start their own.
need_service() {
  have "$1" && return
  debian "$1" "$2"
  as_admin systemctl disable --now "${3:-$2}" >/dev/null 2>&1 || true
}

tools() {
  local wanted rust node
  have cargo || die "Rust is missing: install it from https://rustup.rs, then open a new shell."
  wanted=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
  rust=$(rustc --version | cut -d' ' -f2)
  printf '%s\n' "$wanted" "$rust" | sort -VC || die "Rust $rust is too old: $wanted or newer is needed ('rustup update stable')."
  { have node && have npm; } || die "Node.js with npm is missing: install version 20.19 or newer."
  node=$(node --print process.versions.node)
  printf '%s\n' 20.19 "$node" | sort -VC || die "Node.js $node is too old: 20.19 or newer is needed."
  need cc gcc libc6-dev
}

wasm() {
  if [[ -z "$(wasm_way)" ]] && have rustup; then rustup target add "$WASM_TARGET" || true; fi
  # Debian's compiler, for this one crate.
  if [[ -z "$(wasm_way)" ]] && may_install; then apt_install rustc-web cargo-web rust-web-src lld; fi
  [[ -n "$(wasm_way)" ]] ||
    die "Rust's $WASM_TARGET target is missing: run 'rustup target add $WASM_TARGET' with a network, then run this again."
}

# npm_packages FOLDER [OPTION]
npm_packages() {
  npm_ci "$@" || die "npm could not install the packages of $1/package-lock.json: check the network, then run this again."
}

# rustup's minimal profile omits the first two.
checkers() {
  { cargo fmt --version && cargo clippy --version; } >/dev/null 2>&1 || rustup component add rustfmt clippy ||
    die "rustfmt or Clippy is missing: run 'rustup component add rustfmt clippy'."
  need shellcheck shellcheck
}

browser() {
  # The tests run faster in the shell. Most visitors have Arial, or this font with the same metrics, until the site's own
  # font is loaded.
  find_browser >/dev/null ||
    debian "Chromium, or CHROMIUM with the path of a Chrome," chromium chromium-headless-shell fonts-liberation
}

# WebKit needs a virtual display.
engines() {
  have firefox || need firefox-esr firefox-esr
  need WebKitWebDriver webkit2gtk-driver
  need Xvfb xvfb
}

# A mail server for the tests, as a package of Debian's own Python.
mail() { /usr/bin/python3 -c 'import aiosmtpd' 2>/dev/null || debian aiosmtpd python3-aiosmtpd; }

# required_python FROM TO: installs the packages of FROM/requirements.txt into TO, or stops.
required_python() {
  python_packages "$1/requirements.txt" "$2" ||
    die "the packages of $1/requirements.txt could not be installed: check the network, and that Debian's python3-venv is installed."
}

# The libraries of Standard Webhooks, for the receivers in docs/operations.md.
receivers() {
  local from=server/proof/receivers to=$LOCAL/receivers
  mkdir -p "$to"
  cp "$from/package.json" "$from/package-lock.json" "$to"
  npm_packages "$to" --ignore-scripts
  required_python "$from" "$to/python"
}

# The server that the benchmark compares creating with.
django() { required_python server/benches/django "$LOCAL/django"; }

# Tools that build the Debian package and list its contents, with few optimizations: an optimized build would take longer
# than the tools run.
packager() {
  CARGO_PROFILE_DEV_OPT_LEVEL=1 cargo install --quiet --locked --debug --root "$LOCAL/tools" \
    --target-dir "$LOCAL/package-tools" cargo-deb@3.8.0 cargo-cyclonedx@0.5.9 || die "cargo-deb or cargo-cyclonedx could not be built."
  rm -rf "$LOCAL/package-tools"
  need dpkg-shlibdeps dpkg-dev
}

for part in "$@"; do
  case $part in
    tools | wasm | checkers | browser | engines | mail | receivers | django | packager) "$part" ;;
    npm) npm_packages web ;;
    # The generator of the API's types needs another TypeScript than the web.
    openapi) npm_packages web/scripts/openapi ;;
    postgres) scripts/postgres.sh install ;;
    pooler) need_service pgbouncer pgbouncer ;;
    balancer) need_service haproxy haproxy ;;
    proxies) need_service nginx nginx-light nginx && need_service caddy caddy ;;
    failover) need_service etcd etcd-server etcd && need_service patroni patroni ;;
    alerts) need_service promtool prometheus ;;
    clock) need faketime faketime ;;
    openssl) need openssl openssl ;;
    office) need soffice libreoffice-calc-nogui ;;
    container) need mmdebstrap mmdebstrap && need systemd-nspawn systemd-container ;;
    image) need mmdebstrap mmdebstrap && need buildah buildah && need runc runc ;;
    *) die "'$part' is no part of scripts/setup.sh: its first lines list them." ;;
  esac
done
