#!/usr/bin/env bash
# Builds the Debian package into target/deb, with a list of its contents. Builds are reproducible:
# the same sources give the same bytes.
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"

out=$ROOT/target/deb
# All files in the package have the date of the sources.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y docs/changelog.md)}
# Panic messages must not contain the path of the build.
separator=$'\x1f'
CARGO_ENCODED_RUSTFLAGS="--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo$separator--remap-path-prefix=$ROOT=."
export SOURCE_DATE_EPOCH CARGO_ENCODED_RUSTFLAGS
# Built in its own folder, because its flags differ from other builds.
export CARGO_TARGET_DIR=$ROOT/target/package

scripts/setup.sh packager
rm -rf "$out"
mkdir -p "$out"

step "Listing the contents"
list=agency-sbom
"$LOCAL/tools/bin/cargo-cyclonedx" cyclonedx --quiet --manifest-path server/Cargo.toml --format json \
  --spec-version 1.5 \
  --no-build-deps --override-filename "$list"
# cargo-cyclonedx writes a file for each package of the workspace.
mv "server/$list.json" "$out/server.json"
find core core-wasm server -name "$list.json" -delete
node scripts/sbom.mjs "$out/server.json" >"$out/sbom.cdx.json"
rm "$out/server.json"
note "$(grep -c '"purl"' "$out/sbom.cdx.json") components"

step "Building the package"
(umask 022 && "$LOCAL/tools/bin/cargo-deb" deb --quiet -p agency-server --locked --output "$out")
note "$(cd "$out" && sha256sum ./*.deb)"
