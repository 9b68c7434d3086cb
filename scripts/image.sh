#!/usr/bin/env bash
# Builds an OCI image from the Debian package, target/image/agency-server.tar: the server, its site,
# and the Debian libraries that they need. It has no shell. Builds are reproducible.
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"

package=$(compgen -G 'target/deb/*.deb') || die "The package has not been built: run 'make deb'."
((EUID == 0)) || die "Building an image requires root: run 'sudo make image'."
out=$ROOT/target/image
version=$(dpkg-deb --field "$package" Version)
epoch=$(dpkg-deb --fsys-tarfile "$package" | tar -tv --full-time --utc | awk '$6 ~ /settings$/ { print $4, $5 }')
SOURCE_DATE_EPOCH=$(date --utc --date="$epoch" +%s)
export SOURCE_DATE_EPOCH

scripts/setup.sh image
rm -rf "$out"
mkdir -p "$out/files"
trap 'rm -rf "$out/files" "$out/debian.tar" "$out/store" "$out/run" "$out/layout"' EXIT
store=(--root "$out/store" --runroot "$out/run" --storage-driver vfs)

step "Building the image"
mmdebstrap --quiet --variant=extract --include=base-files,libc6,ca-certificates bookworm "$out/debian.tar"
dpkg-deb --extract "$package" "$out/files"
# The certificate bundle, which the package would generate on installation.
tar -xOf "$out/debian.tar" --wildcards './usr/share/ca-certificates/mozilla/*.crt' >"$out/files/ca-certificates.crt"

container=$(buildah "${store[@]}" from scratch)
buildah "${store[@]}" add --quiet "$container" "$out/debian.tar" / >/dev/null
for part in lib/agency-server share/agency-server share/doc/agency-server; do
  buildah "${store[@]}" copy --quiet "$container" "$out/files/usr/$part" "/usr/$part" >/dev/null
done
buildah "${store[@]}" copy --quiet "$container" "$out/files/ca-certificates.crt" /etc/ssl/certs/ca-certificates.crt \
  >/dev/null
buildah "${store[@]}" config --user 65532:65532 --entrypoint '["/usr/lib/agency-server/agency-server"]' --port 8000 \
  --env WEB_ROOT=/usr/share/agency-server/site --env LISTEN_ADDR=0.0.0.0:8000 --stop-signal TERM --workingdir / \
  --label "org.opencontainers.image.version=$version" "$container"
buildah "${store[@]}" commit --quiet --rm --timestamp "$SOURCE_DATE_EPOCH" "$container" \
  "oci:$out/layout:agency-server:$version" >/dev/null
tar -c -C "$out/layout" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
  -f "$out/agency-server.tar" .
note "$(cd "$out" && sha256sum agency-server.tar), $(stat -c %s "$out/agency-server.tar") bytes"
