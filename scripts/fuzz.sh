#!/usr/bin/env bash
# Searches for inputs that violate the rules, guided by coverage, for a limited time per target. The
# corpus is kept in target/fuzz for later runs.
#
#   FUZZ_SECONDS=30 fuzz.sh [TARGET…]
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"

seconds=${FUZZ_SECONDS:-30}
[[ "$seconds" =~ ^[1-9][0-9]*$ ]] || die "FUZZ_SECONDS must be a whole number of seconds."
version=0.13.2
tools=$LOCAL/tools
if [[ "$("$tools/bin/cargo-fuzz" --version 2>/dev/null)" != "cargo-fuzz $version" ]]; then
  step "Installing cargo-fuzz"
  cargo install cargo-fuzz --version "$version" --locked --root "$tools" --target-dir "$ROOT/target/tools"
fi

# libFuzzer requires a C++ compiler, and its flags are unstable in Rust.
have c++ || die "A C++ compiler is missing: install Debian's package g++."
export RUSTC_BOOTSTRAP=1 PATH=$tools/bin:$PATH
host=$(rustc -vV | sed -n 's/^host: //p')
options=(--fuzz-dir core/fuzz --target "$host" --target-dir "$ROOT/target/fuzz")

targets=("$@")
((${#targets[@]})) || mapfile -t targets < <(cargo fuzz list --fuzz-dir core/fuzz)
step "Building ${#targets[@]} fuzz targets"
cargo fuzz build "${options[@]}"

failed=()
for target in "${targets[@]}"; do
  step "$target, $seconds s"
  corpus=$ROOT/target/fuzz/corpus/$target found=$ROOT/target/fuzz/artifacts/$target/
  mkdir -p "$corpus" "$found"
  log=$ROOT/target/fuzz/$target.log
  if cargo fuzz run "${options[@]}" "$target" "$corpus" -- \
    -max_total_time="$seconds" -max_len=65536 -len_control=20 -artifact_prefix="$found" >"$log" 2>&1; then
    note "$(grep -E '^Done [0-9]+ runs' "$log" || tail -n 1 "$log")"
  else
    failed+=("$target")
    grep -E 'panicked|ERROR|SUMMARY|Test unit written|error' "$log" | head -n 8 >&2
    note "broken: see $log"
  fi
done
# cargo-fuzz creates unused folders there.
find core/fuzz/artifacts core/fuzz/corpus -type d -empty -delete 2>/dev/null || true
((${#failed[@]} == 0)) || die "Broken: ${failed[*]}. The inputs are in target/fuzz/artifacts."
