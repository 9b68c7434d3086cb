# Manages an empty Debian machine. Source it after lib.sh and session.sh.
# shellcheck shell=bash

# make_base FILE: creates the initial system of each machine, with the packages that it will
# install.
make_base() {
  local stamp
  stamp=$(sha256sum scripts/prove-deb/machine.sh | cut -c1-64)
  if [[ -s "$1" ]] && stamped prove-deb-base "$stamp"; then return; fi
  step "Creating an empty Debian"
  # The variable is expanded by mmdebstrap.
  # shellcheck disable=SC2016
  mmdebstrap --quiet --variant=minbase --include=systemd,systemd-sysv,dbus,ca-certificates,curl \
    --skip=cleanup/apt --customize-hook='chroot "$1" apt-get -o APT::Install-Recommends=true install -y --download-only postgresql caddy libnss-systemd' \
    bookworm "$1" >"$work/base.log" 2>&1
  stamp prove-deb-base "$stamp"
}

# boot BASE FOLDER: starts it without a network. Sets $machine to its process, and $leader to its
# first process.
boot() {
  rm -rf "$2"
  mkdir -p "$2"
  tar -xf "$1" -C "$2"
  echo '127.0.0.1 localhost www.example.com' >"$2/etc/hosts"
  # shellcheck disable=SC2016
  start bash -c 'exec "$@" >"$0" 2>&1' "$work/machine.log" systemd-nspawn --quiet --directory="$2" --boot \
    --private-network --register=no --keep-unit --console=pipe --machine="agency-proof-$$"
  machine=$started leader=
  until leader=$(pgrep --parent "$machine" | head -n 1) && [[ -n "$leader" ]] &&
    inside systemctl is-system-running --wait >/dev/null 2>&1; do
    kill -0 "$machine" 2>/dev/null || die "The machine did not start."
    # A degraded machine is running as well.
    [[ -z "$leader" || "$(inside systemctl is-system-running 2>/dev/null)" != degraded ]] || break
    sleep 0.2
  done
}

# inside COMMAND…: runs a command on that machine.
inside() { nsenter --target "$leader" --all --wdns=/root -- env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin \
  DEBIAN_FRONTEND=noninteractive "$@"; }

# commands NUMBER: prints a block of the document's commands, unchanged.
commands() {
  awk -v wanted="$1" '
    /^## / { here = ($0 == "## From an empty server to a served site") }
    here && /^```sh$/ { number++; printing = (number == wanted); next }
    /^```$/ { printing = 0 }
    here && printing
  ' docs/operations.md
}

# follow NUMBER: runs that block.
follow() {
  [[ -n "$(commands "$1")" ]] || die "docs/operations.md has no block $1."
  inside bash -euc "$(commands "$1")" >>"$work/steps.log" 2>&1 || {
    tail -n 30 "$work/steps.log" >&2
    die "Block $1 of docs/operations.md failed."
  }
}
