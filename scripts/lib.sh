# Shared functions of the scripts. Source it; it has no effect by itself.
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
  local free reason=$*
  if free=$(df --output=avail --block-size=1M "$ROOT" 2>/dev/null | tail -n 1) && ((free < 50)); then
    reason="the disk of $ROOT is full: free some gigabytes, then run this again. ($reason)"
  fi
  printf '%sError:%s %s\n' "$bold" "$plain" "$reason" >&2
  exit 1
}

# took TITLE SECONDS: prints how long a step took, and lists it in the file $STEPS, if that is set.
took() { printf '%6d s  %s\n' "$2" "$1" | tee -a "${STEPS:-/dev/null}"; }

# timed TITLE PROGRAM…: runs it, and prints its seconds.
timed() {
  local since=$SECONDS
  "${@:2}" || return
  took "$1" $((SECONDS - since))
}

have() { command -v "$1" >/dev/null 2>&1; }

# as_admin COMMAND…: runs it as root, or fails if that requires a password.
as_admin() {
  if ((EUID == 0)); then "$@"; else sudo -n "$@"; fi
}
may_install() { have apt-get && as_admin true 2>/dev/null; }

# apt_install PACKAGE…: installs Debian packages without recommended ones.
apt_install() {
  local log
  log=$(mktemp)
  note "installing from Debian: $*"
  as_admin apt-get update >"$log" 2>&1 || true
  if ! as_admin env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
    -o DPkg::Lock::Timeout=300 "$@" >>"$log" 2>&1 </dev/null; then
    tail -n 20 "$log" >&2
    rm -f "$log"
    die "Debian's package manager could not install: $*."
  fi
  rm -f "$log"
}

# stamped NAME HASH: succeeds if the step was done for this input. stamp NAME HASH records that it
# was.
stamped() { [[ "$(cat "$LOCAL/stamps/$1" 2>/dev/null)" == "$2" ]]; }
stamp() {
  mkdir -p "$LOCAL/stamps"
  printf '%s\n' "$2" >"$LOCAL/stamps/$1"
}

# fetch_crates: downloads them before anything is compiled, so that a missing network is noticed early.
fetch_crates() {
  cargo fetch --quiet --locked --target "$(rustc --print host-tuple)" ||
    die "The crates of Cargo.lock cannot be downloaded: check the network, then run this again. What was downloaded is kept."
}

find_browser() {
  local candidate
  for candidate in "${CHROMIUM:-}" /usr/bin/chromium google-chrome google-chrome-stable; do
    [[ -n "$candidate" ]] && command -v "$candidate" && return
  done
  return 1
}

# postgres_program NAME [MAJOR]: prints the path of that program of the newest installed Postgres,
# which must be of this major version or newer: older ones refuse a newer server.
postgres_program() {
  local program major
  program=$(compgen -G "/usr/lib/postgresql/*/bin/$1" | sort -V | tail -n 1) || true
  program=${program:-$(command -v "$1" || true)}
  major=$("${program:-false}" --version 2>/dev/null | grep -oE '[0-9]+' | head -n 1) || true
  ((${major:-0} >= ${2:-1})) || die "$1 of PostgreSQL ${2:-15} or newer is missing: install the package postgresql-client${2:+-$2}, of Debian or of apt.postgresql.org."
  printf '%s\n' "$program"
}

# share_builds COPY: lends compiled dependencies to a copy of the sources. Not the workspace's crates:
# cargo does not distinguish the two trees and would reuse the output of the other one.
share_builds() {
  if [[ ! -d "$1/target/wasm" && -d target/wasm ]]; then
    mkdir -p "$1/target" "$1/.local/stamps"
    cp -a --reflink=auto target/wasm "$1/target/wasm"
    cp -a .local/stamps/wasm-std "$1/.local/stamps/"
  fi
  if [[ ! -d "$1/target/debug" && -d target/debug/deps ]]; then
    mkdir -p "$1/target/debug"
    cp -a --reflink=auto target/debug/.fingerprint target/debug/build "$1/target/debug/"
    cp -al target/debug/deps "$1/target/debug/"
    find "$1/target/debug" -mindepth 2 -maxdepth 2 -name '*agency[-_]*' -exec rm -rf {} +
  fi
}

# code_block FILE N LANGUAGE: prints the Nth block of a language in a document.
code_block() { awk -v want="$2" -v fence="\`\`\`$3" \
  '$0 == fence { n++; if (n == want) { on = 1; next } } $0 == "```" { on = 0 } on' "$1"; }
