#!/usr/bin/env bash
# Installs what the project needs, each part once.
#
#   setup.sh [tools] [wasm] [npm] [checkers] [browser] [engines] [postgres] [pooler] [balancer] [failover] [clock] [mail] [receivers] [alerts] [office] [packager] [container] [image]
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=wasm.sh
source scripts/wasm.sh

# at_least HAVE WANT: compares version numbers.
at_least() { [[ "$(printf '%s\n' "$2" "$1" | sort -V | head -n 1)" == "$2" ]]; }

setup_tools() {
  local rust_wanted rust node
  step "Checking Rust, Node and a linker"
  { have cargo && have rustc; } || die "Rust is missing: install it from https://rustup.rs, then open a new shell."
  rust_wanted=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
  rust=$(rustc --version 2>/dev/null | cut -d' ' -f2) || die "Rust is installed, but 'rustc --version' fails."
  at_least "$rust" "${rust_wanted:-0}" ||
    die "Rust $rust is too old: $rust_wanted or newer is needed ('rustup update stable')."
  have node || die "Node.js is missing: install version 20.19 or newer."
  node=$(node --print process.versions.node)
  at_least "$node" 20.19.0 || die "Node.js $node is too old: 20.19 or newer is needed."
  have npm || die "npm is missing: it is normally part of Node.js."
  if ! have cc; then
    may_install || die "A C linker is missing: install Debian's packages gcc and libc6-dev."
    apt_install gcc libc6-dev
  fi
  note "Rust $rust, Node $node, npm $(npm --version), $(cc --version | head -n 1)"
}

setup_wasm() {
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
    *) die "Rust's $WASM_TARGET target is missing: run 'rustup target add $WASM_TARGET'." ;;
  esac
}

setup_npm() {
  local hash
  step "Checking the npm packages in web/"
  hash="$(sha256sum <web/package-lock.json | cut -c1-64) node $(node --print process.versions.modules)"
  # The stamp is stored among the packages, so that it is removed with them.
  if [[ "$(cat web/node_modules/.installed 2>/dev/null)" == "$hash" ]]; then
    note "up to date"
    return
  fi
  PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm --prefix web ci --no-audit --no-fund --no-update-notifier </dev/null ||
    die "npm could not install the packages of web/package-lock.json."
  echo "$hash" >web/node_modules/.installed
}

# Formatters and linters: rustup's minimal profile omits the first two.
setup_checkers() {
  local part
  step "Checking for rustfmt, Clippy and ShellCheck"
  for part in rustfmt clippy; do
    if ! cargo "${part/rust/}" --version >/dev/null 2>&1; then
      note "adding $part with rustup"
      rustup component add "$part" >/dev/null 2>&1 || die "$part is missing: run 'rustup component add $part'."
    fi
  done
  if ! have shellcheck; then
    may_install || die "ShellCheck is missing: install Debian's package shellcheck."
    apt_install shellcheck
  fi
  note "$(cargo fmt --version), $(cargo clippy --version), ShellCheck $(shellcheck --version | sed -n 's/^version: //p')"
}

setup_browser() {
  step "Checking for Chromium"
  if ! find_browser >/dev/null; then
    may_install || die "Chromium is missing: install Debian's package chromium, or set CHROMIUM to a Chrome."
    # The tests run faster in the shell, and in Chromium where it is missing.
    apt_install chromium chromium-headless-shell
  fi
  # Most visitors have Arial, or this font with the same metrics, until the site's own font is
  # loaded.
  if may_install && [[ ! -d /usr/share/fonts/truetype/liberation ]]; then apt_install fonts-liberation; fi
  note "$(find_browser)"
}

# Firefox and WebKit, and a virtual display for WebKit.
setup_engines() {
  local missing=()
  step "Checking for Firefox and WebKit"
  have firefox-esr || have firefox || missing+=(firefox-esr)
  have WebKitWebDriver || missing+=(webkit2gtk-driver)
  have Xvfb || missing+=(xvfb)
  if ((${#missing[@]} > 0)); then
    may_install || die "Firefox or WebKit is missing: install Debian's packages ${missing[*]}."
    apt_install "${missing[@]}"
  fi
  note "$(command -v firefox-esr || command -v firefox), $(command -v WebKitWebDriver)"
}

setup_postgres() {
  step "Checking for PostgreSQL"
  scripts/postgres.sh install
}

# setup_program PROGRAM TITLE VERSION_OPTION [PACKAGE]: installs a program that the tests start
# themselves.
setup_program() {
  local package=${4:-$1}
  step "Checking for $2"
  if ! PATH=$PATH:/usr/sbin have "$1"; then
    may_install || die "$2 is missing: install Debian's package $package."
    apt_install "$package"
    # The package would start a service.
    ! have systemctl || as_admin systemctl disable --now "${package%-server}" >/dev/null 2>&1 || true
  fi
  note "$(PATH=$PATH:/usr/sbin "$1" "$3" | grep -m 1 .)"
}
setup_pooler() { setup_program pgbouncer PgBouncer --version; }
setup_failover() {
  setup_program etcd etcd --version etcd-server
  setup_program patroni Patroni --version
}
setup_balancer() { setup_program haproxy HAProxy -v; }
# A mail server for the tests, as a package of Debian's own Python.
setup_mail() {
  step "Checking for aiosmtpd"
  if ! /usr/bin/python3 -c 'import aiosmtpd' 2>/dev/null; then
    may_install || die "aiosmtpd is missing: install Debian's package python3-aiosmtpd."
    apt_install python3-aiosmtpd
  fi
  note "aiosmtpd $(/usr/bin/python3 -c 'import aiosmtpd; print(aiosmtpd.__version__)')"
}
# The libraries of the receivers of webhooks in docs/operations.md.
setup_receivers() {
  local from=server/proof/receivers to=$LOCAL/receivers hash
  hash=$(fingerprint "$from")
  step "Checking for the libraries of Standard Webhooks"
  if ! stamped receivers "$hash" || [[ ! -x "$to/python/bin/python" ]]; then
    if ! /usr/bin/python3 -c 'import ensurepip' 2>/dev/null && may_install; then apt_install python3-venv; fi
    mkdir -p "$to"
    cp "$from/package.json" "$from/package-lock.json" "$to"
    npm --prefix "$to" ci --ignore-scripts --no-audit --no-fund --no-update-notifier </dev/null ||
      die "npm could not install the packages of $from/package-lock.json."
    /usr/bin/python3 -m venv --clear "$to/python" || die "Python could not create $to/python."
    "$to/python/bin/pip" install --quiet --disable-pip-version-check --no-deps --require-hashes \
      --requirement "$from/requirements.txt" || die "pip could not install the packages of $from/requirements.txt."
    stamp receivers "$hash"
  fi
  note "for Node and Python"
}
setup_alerts() { setup_program promtool promtool --version prometheus; }
setup_clock() { setup_program faketime libfaketime --version; }
setup_office() { setup_program soffice LibreOffice --version libreoffice-calc-nogui; }

# Tools that build the Debian package and list its contents.
setup_packager() {
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
  if ! have dpkg-shlibdeps; then
    may_install || die "dpkg-shlibdeps is missing: install Debian's package dpkg-dev."
    apt_install dpkg-dev
  fi
  note "$(cat "$LOCAL/tools/cargo-deb"), $(cat "$LOCAL/tools/cargo-cyclonedx")"
}

# Tools that create a Debian machine within this one.
setup_container() {
  setup_program mmdebstrap mmdebstrap --version
  setup_program systemd-nspawn "systemd's containers" --version systemd-container
}

# Tools that build and run an image.
setup_image() {
  setup_program mmdebstrap mmdebstrap --version
  setup_program buildah Buildah --version
  setup_program runc runc --version
}

for part in "$@"; do
  case $part in
    tools | wasm | npm | checkers | browser | engines | postgres | pooler | balancer | failover | clock | mail | receivers | alerts | \
      office | packager | container | image) "setup_$part" ;;
    *) die "Usage: scripts/setup.sh [tools] [wasm] [npm] [checkers] [browser] [engines] [postgres] [pooler] [balancer] [failover] [clock] [mail] [receivers] [alerts] [office] [packager] [container] [image]" ;;
  esac
done
