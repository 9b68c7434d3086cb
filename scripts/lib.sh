# Shared functions of the scripts. Source it: it changes to the project's folder, and keeps build output there.
# shellcheck shell=bash

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
LOCAL=$ROOT/.local
cd "$ROOT" || exit 1
# Build output is in one place, whatever the machine's own settings are.
export CARGO_TARGET_DIR=$ROOT/target

if [[ -t 1 ]]; then bold=$'\e[1m' plain=$'\e[0m'; else bold='' plain=''; fi
step() { printf '%s==> %s%s\n' "$bold" "$*" "$plain"; }
note() { printf '    %s\n' "$*"; }
# die SENTENCE: ends with what to do. On a full disk, which makes everything fail, that is the reason.
die() {
  local full
  full=$(df --output=avail,target --block-size=1M "$ROOT" "$LOCAL" 2>/dev/null | awk 'NR > 1 && $1 < 50 { print $2; exit }') || true
  printf '%sError:%s %s\n' "$bold" "$plain" "${full:+the disk at $full is full: free some gigabytes, then run this again. (}$*${full:+)}" >&2
  exit 1
}

# timed TITLE COMMAND…: runs it, prints its seconds and lists them in the file $STEPS, or lists in $FAILED that it failed.
timed() {
  local since=$SECONDS
  "${@:2}" || { echo "$1" >>"${FAILED:-/dev/null}"; return 1; }
  printf '%6d s  %s\n' "$((SECONDS - since))" "$1" | tee -a "${STEPS:-/dev/null}"
}

have() { command -v "$1" >/dev/null 2>&1; }

# as_admin COMMAND…: runs it as root, or fails if that requires a password.
as_admin() { if ((EUID == 0)); then "$@"; else sudo -n "$@"; fi; }
may_install() { have apt-get && as_admin true 2>/dev/null; }

# apt_install PACKAGE…: installs Debian packages without recommended ones.
apt_install() {
  local apt=(as_admin env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300)
  note "installing from Debian: $*"
  "${apt[@]}" update || true
  "${apt[@]}" install --no-install-recommends "$@" >/dev/null </dev/null || die "Debian's package manager could not install: $*."
}

# npm_ci FOLDER [OPTION]: installs the npm packages of a folder's lock file.
npm_ci() { npm --prefix "$1" ci --no-audit --no-fund --no-update-notifier "${@:2}" </dev/null; }

# python_packages REQUIREMENTS TO: installs packages for Debian's own Python into a virtual environment.
python_packages() {
  /usr/bin/python3 -c 'import ensurepip' 2>/dev/null || ! may_install || apt_install python3-venv
  /usr/bin/python3 -m venv --clear "$2" &&
    "$2/bin/pip" install --quiet --disable-pip-version-check --no-deps --require-hashes --requirement "$1"
}

# stamped NAME HASH: succeeds if the step was done for this input. stamp NAME HASH records that.
stamped() { [[ "$(cat "$LOCAL/stamps/$1" 2>/dev/null)" == "$2" ]]; }
stamp() { mkdir -p "$LOCAL/stamps" && echo "$2" >"$LOCAL/stamps/$1"; }

find_browser() { command -v "${CHROMIUM:-chromium}" google-chrome google-chrome-stable | grep -m 1 .; }

# postgres_program NAME [MAJOR]: prints the path of that program of the newest installed Postgres, which must be of this
# major version or newer: older ones refuse a newer server.
postgres_program() {
  local program major
  program=$(compgen -G "/usr/lib/postgresql/*/bin/$1" | sort -V | tail -n 1) || true
  program=${program:-$(command -v "$1" || true)}
  major=$("${program:-false}" --version 2>/dev/null | grep -oE '[0-9]+' | head -n 1) || true
  ((${major:-0} >= ${2:-1})) || die "$1 of PostgreSQL ${2:-15} or newer is missing: install the package postgresql-client${2:+-$2}, of Debian or of apt.postgresql.org."
  echo "$program"
}
