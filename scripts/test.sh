#!/usr/bin/env bash
# Runs every check and test, step by step, with its duration in seconds. Stops at the first failure.
#
#   test.sh         all of it
#   test.sh check   formatting, lints, types and the architecture's rules only
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=session.sh
source scripts/session.sh

part=${1:-test}
passed=0
report=$LOCAL/test-steps
rm -rf "$report"
mkdir -p "$report"

fail() { die "make $part failed at: $1."; }
# done_in TITLE SECONDS
done_in() {
  passed=$((passed + 1))
  printf '%6d s  %s\n' "$2" "$1" | tee -a "$report/times"
}

# run TITLE COMMAND…
run() {
  local title=$1 since=$SECONDS
  shift
  step "$title"
  attend "$@" || fail "$title"
  done_in "$title" $((SECONDS - since))
}

# done_later TITLE: ends a step that `later` began.
done_later() {
  finished "$1" || fail "$1"
  done_in "$1" "$(cat "$later_logs/$1")"
}

# browser_tests: repeats failed tests once with a trace for debugging. They still count as failed.
browser_tests() {
  npm --prefix web run e2e && return
  env -C web npx playwright test --last-failed --trace on || true
  return 1
}

# Clippy's driver compiles, too. So Clippy, the tests and the server share one build, instead of a check
# and a build of every dependency.
with_clippy=(env RUSTC_WORKSPACE_WRAPPER=clippy-driver)

# clippy: compiles everything, and fails at a warning, also at one of an earlier run.
clippy() {
  "${with_clippy[@]}" cargo build --locked --workspace --all-targets 2>&1 | tee "$report/clippy" &&
    ! grep -q '^warning' "$report/clippy"
}

core_is_pure() {
  local tree
  tree=$(cargo tree --locked -p agency-core -e normal --prefix none) || return
  ! grep -E '^(axum|hyper|tokio|diesel|wasm-bindgen|js-sys|web-sys|serde-wasm-bindgen)( |-)' <<<"$tree"
}

alerts_work() {
  promtool check rules docs/monitoring/alerts.yml && promtool test rules docs/monitoring/alerts.test.yml
}

run "Tools" scripts/setup.sh tools wasm checkers alerts
if [[ "$part" == test ]]; then
  run "Browsers, PgBouncer, HAProxy and aiosmtpd" scripts/setup.sh browser engines pooler balancer mail
  since=$SECONDS
  start_postgres test || fail "Postgres"
  done_in "Postgres" $((SECONDS - since))
fi

later "npm packages" scripts/setup.sh npm
later "Dependencies" scripts/audit.sh
run "Format of Rust" cargo fmt --all --check
run "Core depends on no server or browser crates" core_is_pure
run "Clippy; the server and its tests, compiled" clippy
done_later "npm packages"
# Also shows that the core compiles for wasm32.
run "Rules as WebAssembly" scripts/build-wasm.sh
run "Types of the API" env SERVER_BIN=target/debug/agency-server scripts/api-types.sh check
run "Types, lints and format of the web" npm --prefix web run check
run "Names and links in the documents" node scripts/check-docs.mjs
run "Alerts" alerts_work
done_later "Dependencies"
run "Shell scripts" shellcheck -x -P SCRIPTDIR scripts/*.sh .ci/run \
  packaging/debian/{agency-server,agency-server-setup,postinst,prerm,postrm}

if [[ "$part" == test ]]; then
  TEST_DATABASE_URL=$(scripts/postgres.sh url test)
  CHROMIUM=$(find_browser)
  export TEST_DATABASE_URL CHROMIUM SERVER_BIN=$ROOT/target/debug/agency-server
  run "Rust tests" "${with_clippy[@]}" cargo test --locked --workspace
  run "Parity of browser and server" "${with_clippy[@]}" scripts/parity.sh forms 2000
  run "Search parity of browser, server and database" "${with_clippy[@]}" scripts/parity.sh search 20000
  run "Web tests" npm --prefix web test
  run "Site" scripts/build-web.sh
  run "Sizes" node scripts/size.mjs
  run "Text and links of the site" npm --prefix web run test:site
  run "Browser tests" browser_tests
  run "Firefox and WebKit" env -C web npx playwright test \
    --config playwright.tools.config.ts engines --grep "Firefox|WebKit"
fi

finish
step "Times"
cat "$report/times"
sed -n '/^ *not checked: /p' "$later_logs"/*.log
step "make $part: all $passed steps passed in $SECONDS s"
