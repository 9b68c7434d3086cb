#!/usr/bin/env bash
# Builds the Debian package into target/deb, with the list of all that is in it. The same sources give the same bytes,
# wherever and whenever it is built.
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"

out=$ROOT/target/deb
# The date of everything in the package: that of the sources.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y docs/changelog.md)}
# What a panic names as its place must not tell where this was built.
separator=$'\x1f'
CARGO_ENCODED_RUSTFLAGS="--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo$separator--remap-path-prefix=$ROOT=."
export SOURCE_DATE_EPOCH CARGO_ENCODED_RUSTFLAGS
# Other flags than those of other builds, so a folder of its own.
export CARGO_TARGET_DIR=$ROOT/target/package

scripts/setup.sh packager
rm -rf "$out"
mkdir -p "$out"

step "Listing what is in it"
list=agency-sbom
"$LOCAL/tools/bin/cargo-cyclonedx" cyclonedx --quiet --manifest-path server/Cargo.toml --format json --spec-version 1.5 \
  --no-build-deps --override-filename "$list"
# It writes one for each package of the workspace.
mv "server/$list.json" "$out/server.json"
find core core-wasm server -name "$list.json" -delete
node scripts/sbom.mjs "$out/server.json" >"$out/sbom.cdx.json"
rm "$out/server.json"
note "$(grep -c '"purl"' "$out/sbom.cdx.json") components"

step "Building the package"
(umask 022 && "$LOCAL/tools/bin/cargo-deb" deb --quiet -p agency-server --locked --output "$out")
note "$(cd "$out" && sha256sum ./*.deb)"
