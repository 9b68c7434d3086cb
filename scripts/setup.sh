#!/usr/bin/env bash
# Installs what the project needs, each part once.
#
#   setup.sh PART…   tools wasm npm openapi checkers browser engines postgres pooler balancer failover clock mail receivers
#                    django alerts office packager container image
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=wasm.sh
source scripts/wasm.sh
PATH=$PATH:/usr/sbin

# at_least HAVE WANT: compares version numbers.
at_least() { [[ "$(printf '%s\n' "$2" "$1" | sort -V | head -n 1)" == "$2" ]]; }

# debian TITLE PACKAGE…: installs Debian's packages, or says that they have to be.
debian() {
  may_install || die "$1 is missing: install Debian's packages ${*:2}."
  apt_install "${@:2}"
}

# program TITLE PROGRAM VERSION_OPTION [PACKAGE]: for programs that the tests start themselves.
program() {
  local package=${4:-$2}
  step "Checking for $1"
  if ! have "$2"; then
    debian "$1" "$package"
    # The package would start a service.
    ! have systemctl || as_admin systemctl disable --now "${package%-server}" >/dev/null 2>&1 || true
  fi
  note "$("$2" "$3" | grep -m 1 .)"
}

tools() {
  local wanted rust node
  step "Checking Rust, Node and a linker"
  { have cargo && have rustc; } || die "Rust is missing: install it from https://rustup.rs, then open a new shell."
  wanted=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
  rust=$(rustc --version 2>/dev/null | cut -d' ' -f2) || die "Rust is installed, but 'rustc --version' fails."
  at_least "$rust" "${wanted:-0}" || die "Rust $rust is too old: $wanted or newer is needed ('rustup update stable')."
  { have node && have npm; } || die "Node.js with npm is missing: install version 20.19 or newer."
  node=$(node --print process.versions.node)
  at_least "$node" 20.19.0 || die "Node.js $node is too old: 20.19 or newer is needed."
  have cc || debian "A C linker" gcc libc6-dev
  note "Rust $rust, Node $node, $(cc --version | head -n 1)"
}

wasm() {
  step "Checking Rust's $WASM_TARGET target"
  if [[ -z "$(wasm_way)" ]] && have rustup; then
    note "adding it with rustup"
    rustup target add "$WASM_TARGET" >/dev/null 2>&1 || note "rustup could not get it"
  fi
  if [[ -z "$(wasm_way)" ]] && may_install; then
    note "using Debian's rustc-web for this one crate instead"
    apt_install rustc-web cargo-web rust-web-src
    [[ -n "$(wasm_linker)" ]] || apt_install lld
  fi
  case $(wasm_way) in
    rustup) note "the Rust toolchain in use has it" ;;
    debian) note "built from source with Debian's $(/usr/bin/rustc --version)" ;;
    *) die "Rust's $WASM_TARGET target is missing: run 'rustup target add $WASM_TARGET' with a network, then run this again." ;;
  esac
}

# npm_packages FOLDER: installs the npm packages of a folder's lock file.
npm_packages() {
  step "Installing the npm packages of $1/"
  PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm --prefix "$1" ci --no-audit --no-fund --no-update-notifier </dev/null ||
    die "npm could not install the packages of $1/package-lock.json: check the network, then run this again."
}

# Formatters and linters: rustup's minimal profile omits the first two.
checkers() {
  local part
  step "Checking for rustfmt, Clippy and ShellCheck"
  for part in rustfmt clippy; do
    cargo "${part/rust/}" --version >/dev/null 2>&1 || rustup component add "$part" >/dev/null 2>&1 ||
      die "$part is missing: run 'rustup component add $part'."
  done
  have shellcheck || debian ShellCheck shellcheck
  note "$(cargo fmt --version), $(cargo clippy --version), ShellCheck $(shellcheck --version | sed -n 's/^version: //p')"
}

browser() {
  step "Checking for Chromium"
  # The tests run faster in the shell, and in Chromium where it is missing.
  find_browser >/dev/null || debian "Chromium, or CHROMIUM with the path of a Chrome," chromium chromium-headless-shell
  # Most visitors have Arial, or this font with the same metrics, until the site's own font is loaded.
  if may_install && [[ ! -d /usr/share/fonts/truetype/liberation ]]; then apt_install fonts-liberation; fi
  note "$(find_browser)"
}

# Firefox and WebKit, and a virtual display for WebKit.
engines() {
  local missing=()
  step "Checking for Firefox and WebKit"
  have firefox-esr || have firefox || missing+=(firefox-esr)
  have WebKitWebDriver || missing+=(webkit2gtk-driver)
  have Xvfb || missing+=(xvfb)
  ((${#missing[@]} == 0)) || debian "Firefox or WebKit" "${missing[@]}"
  note "$(command -v firefox-esr || command -v firefox), $(command -v WebKitWebDriver)"
}

# A mail server for the tests, as a package of Debian's own Python.
mail() {
  step "Checking for aiosmtpd"
  /usr/bin/python3 -c 'import aiosmtpd' 2>/dev/null || debian aiosmtpd python3-aiosmtpd
  note "aiosmtpd $(/usr/bin/python3 -c 'import aiosmtpd; print(aiosmtpd.__version__)')"
}

# python_packages FROM TO: installs the packages of FROM/requirements.txt for Debian's own Python into TO.
python_packages() {
  if ! /usr/bin/python3 -c 'import ensurepip' 2>/dev/null && may_install; then apt_install python3-venv; fi
  /usr/bin/python3 -m venv --clear "$2" || die "Python could not create $2."
  "$2/bin/pip" install --quiet --disable-pip-version-check --no-deps --require-hashes \
    --requirement "$1/requirements.txt" || die "pip could not install the packages of $1/requirements.txt."
}

# The libraries of the receivers of webhooks in docs/operations.md.
receivers() {
  local from=server/proof/receivers to=$LOCAL/receivers hash
  hash=$(cat "$from"/{package-lock.json,requirements.txt} | sha256sum | cut -c1-64)
  step "Checking for the libraries of Standard Webhooks"
  if [[ "$(cat "$to/installed" 2>/dev/null)" != "$hash" ]]; then
    mkdir -p "$to"
    cp "$from/package.json" "$from/package-lock.json" "$to"
    npm --prefix "$to" ci --ignore-scripts --no-audit --no-fund --no-update-notifier </dev/null ||
      die "npm could not install the packages of $from/package-lock.json: check the network, then run this again."
    python_packages "$from" "$to/python"
    echo "$hash" >"$to/installed"
  fi
  note "for Node and Python"
}

# The server that the benchmark compares creating with.
django() {
  local from=server/benches/django to=$LOCAL/django hash
  hash=$(sha256sum <"$from/requirements.txt" | cut -c1-64)
  step "Checking for Django"
  if [[ "$(cat "$to/installed" 2>/dev/null)" != "$hash" ]]; then
    python_packages "$from" "$to/python"
    echo "$hash" >"$to/installed"
  fi
  note "Django $("$to/python/bin/django-admin" version)"
}

# Tools that build the Debian package and list its contents.
packager() {
  local crate
  step "Checking for cargo-deb, cargo-cyclonedx and Debian's own tools"
  for crate in cargo-deb@3.8.0 cargo-cyclonedx@0.5.9; do
    [[ "$(cat "$LOCAL/tools/${crate%@*}" 2>/dev/null)" != "$crate" ]] || continue
    note "building $crate, once"
    # With few optimizations: an optimized build would take longer than the tool runs.
    CARGO_PROFILE_DEV_OPT_LEVEL=1 cargo install --quiet --locked --debug --root "$LOCAL/tools" \
      --target-dir "$LOCAL/package-tools" "$crate" || die "$crate could not be built."
    echo "$crate" >"$LOCAL/tools/${crate%@*}"
  done
  rm -rf "$LOCAL/package-tools"
  have dpkg-shlibdeps || debian dpkg-shlibdeps dpkg-dev
  note "$(cat "$LOCAL/tools/cargo-deb"), $(cat "$LOCAL/tools/cargo-cyclonedx")"
}

for part in "$@"; do
  case $part in
    tools | wasm | checkers | browser | engines | mail | receivers | django | packager) "$part" ;;
    npm) npm_packages web ;;
    # The generator of the API's types needs another TypeScript than the web.
    openapi) npm_packages web/scripts/openapi ;;
    postgres) step "Checking for PostgreSQL" && scripts/postgres.sh install ;;
    pooler) program PgBouncer pgbouncer --version ;;
    balancer) program HAProxy haproxy -v ;;
    failover) program etcd etcd --version etcd-server && program Patroni patroni --version ;;
    alerts) program promtool promtool --version prometheus ;;
    clock) program libfaketime faketime --version ;;
    office) program LibreOffice soffice --version libreoffice-calc-nogui ;;
    container | image) program mmdebstrap mmdebstrap --version ;;&
    container) program "systemd's containers" systemd-nspawn --version systemd-container ;;
    image) program Buildah buildah --version && program runc runc --version ;;
    *) die "'$part' is no part of scripts/setup.sh: its first lines list them." ;;
  esac
done
