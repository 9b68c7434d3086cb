#!/usr/bin/env bash
# Proves that an account without root runs the product: a new account, which cannot use sudo, sees no
# PostgreSQL of Debian and reads this machine's Rust and its downloads, runs `make run` in a copy of the
# sources, sends a form and signs in.
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"

((EUID == 0)) || die "Making another account requires root: run 'sudo make prove PART=rootless'."
if [[ -z "${ROOTLESS_NAMESPACE:-}" ]]; then
  # What is hidden below is hidden in this namespace only.
  exec env ROOTLESS_NAMESPACE=yes unshare --mount --propagation private "$0" "$@"
fi

user=agency-rootless
home=/var/tmp/$user
port=18471
toolchain=$(rustc --print sysroot)

clean() {
  trap '' INT TERM HUP
  pkill -KILL -u "$user" 2>/dev/null || true
  userdel "$user" 2>/dev/null || true
  umount --recursive "$home/rust" 2>/dev/null || true
  # Never the machine's own Rust.
  mountpoint --quiet "$home/rust" || rm -rf "$home"
}
trap clean EXIT
(clean)

step "A new account, without Debian's PostgreSQL"
useradd --create-home --home-dir "$home" --shell /bin/bash "$user"
mkdir -p "$home/rust" "$home/cargo/registry" "$home/tree" "$home/empty"
mount --bind -o ro "$toolchain" "$home/rust"
# What was downloaded already.
cp -a "${CARGO_HOME:-$HOME/.cargo}"/registry/{index,cache} "$home/cargo/registry"
! [[ -d /usr/lib/postgresql ]] || mount --bind "$home/empty" /usr/lib/postgresql
tar -c --exclude=./.git --exclude=./target --exclude=./.local --exclude=node_modules --exclude=./web/dist \
  --exclude=./core-wasm/pkg --exclude=./web/test-results --exclude=./.env . | tar -x -C "$home/tree"
chown -R "$user:" "$home/cargo" "$home/tree" "$home/empty"

# as_user COMMAND…: runs it as that account in its copy.
as_user() {
  # The rest of the environment is the machine's: its certificates, for example.
  env -C "$home/tree" HOME="$home" USER="$user" LOGNAME="$user" PATH="$home/rust/bin:/usr/local/bin:/usr/bin:/bin" \
    CARGO_HOME="$home/cargo" LISTEN_ADDR="127.0.0.1:$port" \
    setpriv --reuid "$user" --regid "$user" --init-groups "$@"
}
as_user sudo -n true 2>/dev/null && die "$user can use sudo."
! as_user sh -c 'command -v initdb || command -v postgres' || die "$user has a PostgreSQL in its path."

# expect_refusal SENTENCE COMMAND…: expects the command to fail, and to end in this sentence.
expect_refusal() {
  local log=$home/refusal.log
  ! as_user "${@:2}" >"$log" 2>&1 || die "'${*:2}' succeeded."
  grep -qE "^Error: $1" "$log" || { cat "$log" >&2; die "'${*:2}' ended in another sentence."; }
  note "$(grep -E '^Error: ' "$log")"
}

# run: starts `make run`, waits until it serves, and sets $run.
log=$home/run.log
run() {
  local since=$SECONDS
  : >"$log"
  as_user setsid make run </dev/null >>"$log" 2>&1 &
  run=$!
  until grep -q '^listening on ' "$log"; do
    kill -0 "$run" 2>/dev/null || { cat "$log" >&2; die "'make run' ended."; }
    sleep 0.5
  done
  note "it serves after $((SECONDS - since)) s"
}
# end: ends it as a supervisor does.
end() {
  pkill -TERM -u "$user" -f 'scripts/run.sh' || true
  wait "$run" || true
  ! pgrep -u "$user" --runstates D,R,S,T -a || die "'make run' left processes."
}
call() { curl -sS --fail-with-body --max-time 20 -H 'Content-Type: application/json' "$@"; }

step "The first run"
run
password=$(sed -n 's/^password: //p' "$log")
call -H "Idempotency-Key: $(head -c 16 /dev/urandom | sha256sum | cut -c1-32)" "http://127.0.0.1:$port/api/consultations/create/" \
  -d '{"message": "We need a shop for ties.", "full_name": "Ada Lovelace", "email": "ada@mail.example"}' >/dev/null
note "a form was sent"
expect_refusal "'make run' runs in this folder already" make run
end

step "The next run"
run
token=$(call "http://127.0.0.1:$port/api/token/" -d "{\"username\": \"admin\", \"password\": \"$password\"}" |
  node --print 'JSON.parse(require("fs").readFileSync(0, "utf8")).access')
call -H "Authorization: Bearer $token" "http://127.0.0.1:$port/api/consultations" | grep -q '"Ada Lovelace"' ||
  die "The form of the first run is not in the list."
note "signed in, and read the form"
end

step "What can go wrong, each with a sentence"
expect_refusal 'The crates of Cargo.lock cannot be downloaded' env CARGO_HOME="$home/none" CARGO_NET_RETRY=0 \
  CARGO_HTTP_PROXY=http://127.0.0.1:1 make run
python3 -m http.server --bind 127.0.0.1 "$port" >/dev/null 2>&1 &
other=$!
until call --head "http://127.0.0.1:$port/" >/dev/null 2>&1; do sleep 0.2; done
expect_refusal "LISTEN_ADDR 127.0.0.1:$port: port $port is taken" make run
kill "$other"
version=$home/tree/.local/postgres/dev/data/PG_VERSION
major=$(cat "$version")
echo 13 >"$version"
expect_refusal '.*/postgres/dev was created by PostgreSQL 13, which is not installed' make run
echo "$major" >"$version"

step "What needs more than this account has"
expect_refusal 'pg_dump of PostgreSQL 18 or newer is missing' make backup
expect_refusal 'psql of PostgreSQL 18 or newer is missing' make db
as_user make db DO=stop >/dev/null
mount --bind "$home/empty" "$home/rust/lib/rustlib/wasm32-unknown-unknown"
expect_refusal "Rust's wasm32-unknown-unknown target is missing" make run
step "An account without root runs the product"
