#!/usr/bin/env bash
# Compiles everything, and fails at a warning of Clippy, also at one of an earlier run. Clippy's driver compiles, too:
# so Clippy, the tests and the server share one build, instead of a check and a build of every dependency.
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"

mkdir -p "$LOCAL/logs"
RUSTC_WORKSPACE_WRAPPER=clippy-driver cargo build --locked --workspace --all-targets 2>&1 | tee "$LOCAL/logs/clippy"
! grep -q '^warning' "$LOCAL/logs/clippy"
