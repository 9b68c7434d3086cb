#!/usr/bin/env bash
# Builds the image twice, which must give the same bytes, and runs it as a container with a
# read-only root, as a user without a name: it serves the first page, accepts a form with a file,
# and stops on SIGTERM.
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=session.sh
source scripts/session.sh

scripts/image.sh
first=$(sha256sum <target/image/agency-server.tar)
scripts/image.sh
[[ "$(sha256sum <target/image/agency-server.tar)" == "$first" ]] ||
  die "The image is not the same bytes when it is put together again."
note "the same bytes"

step "Running it"
start_postgres test
work=$ROOT/target/prove-image
rm -rf "$work"
mkdir -p "$work/image" "$work/root"
tar -xf target/image/agency-server.tar -C "$work/image"
blob() { echo "$work/image/blobs/sha256/${1#sha256:}"; }
field() { node --print "JSON.parse(require('fs').readFileSync('$1', 'utf8')).$2"; }
manifest=$(blob "$(field "$work/image/index.json" 'manifests[0].digest')")
for layer in $(field "$manifest" "layers.map(({ digest }) => digest).join(' ')"); do
  tar -xf "$(blob "$layer")" -C "$work/root"
done

url=$(scripts/postgres.sh url test)
sockets=$(sed -n 's/.*[?&]host=\([^&]*\).*/\1/p' <<<"$url")
# The container's user has access only to the folder that is mounted.
chmod o+x "$sockets"
chmod o+rw "$sockets"/.s.PGSQL.5432
psql=$(postgres_program psql)
"$psql" -XqAt "$url" -c 'SET client_min_messages = warning' -c 'DROP DATABASE IF EXISTS image_proof' \
  -c 'CREATE DATABASE image_proof'
runc spec --bundle "$work"
node scripts/prove-image/bundle.mjs "$work/config.json" "$(blob "$(field "$manifest" config.digest)")" "$work/root" \
  "$sockets" \
  "DATABASE_URL=postgresql:///image_proof?host=/run/postgresql&user=postgres" LISTEN_ADDR=127.0.0.1:0 SHUTDOWN_DELAY=0 \
  TOKEN_SECRET="$(head -c 32 /dev/urandom | base64 -w 0)"
# Variables of the shell.
# shellcheck disable=SC2016
start bash -c 'exec "$@" >"$0" 2>&1' "$work/log" runc --root "$work/state" run --bundle "$work" image-proof
container=$started
until address=$(sed -n 's/^listening on //p' "$work/log" 2>/dev/null) && [[ -n "$address" ]]; do
  kill -0 "$container" 2>/dev/null || die "The container did not start: $(cat "$work/log")"
  sleep 0.1
done
answers() { [[ "$(curl --silent --output "$work/answer" --write-out '%{http_code}' "${@:2}")" == "$1" ]] ||
  die "Not $1 but $(cat "$work/answer")."; }
curl --silent --fail --retry 30 --max-time 5 --retry-all-errors --retry-delay 1 "$address/readyz" >/dev/null
answers 200 "$address/"
note "the first page is there"
printf '%%PDF-1.7\n' >"$work/cv.pdf"
answers 201 "$address/api/applications/create/" --form job_title=Developer --form 'full_name=Ada Lovelace' \
  --form email=ada@mail.example --form 'cover_letter=I have built interfaces for ten years.' --form "cv=@$work/cv.pdf"
note "a form with a file is taken"
server=$(runc --root "$work/state" state image-proof |
  node --print 'JSON.parse(require("fs").readFileSync(0, "utf8")).pid')
status=$(cat "/proc/$server/status")
grep -q $'^Uid:\t65532' <<<"$status" || die "The process does not run as user 65532."
grep -q '^CapEff:.0000000000000000$' <<<"$status" || die "The process has capabilities."
grep -q ' / ro[ ,]' "/proc/$server/mountinfo" || die "The root is writable."
note "without a name, a capability, or a root that can be written to"
runc --root "$work/state" kill image-proof TERM
wait "$container" || die "The container did not stop cleanly."
"$psql" -XqAt "$url" -c 'DROP DATABASE image_proof'
chmod o-x "$sockets"
chmod o-rw "$sockets"/.s.PGSQL.5432
step "The image: put together, run, and ended"
