#!/usr/bin/env bash
# Runs every check and test, step by step, with its duration in seconds. Stops at the first failure, and names it last.
#
#   test.sh         all of it
#   test.sh check   formatting, lints, types and the architecture's rules only
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=session.sh
source scripts/session.sh

part=${1:-test}
report=$LOCAL/test-steps
rm -rf "$report"
mkdir -p "$report"
export STEPS=$report/times FAILED=$report/failed

# run TITLE COMMAND…
run() {
  step "$1"
  timed "$@" || fail
}
# Names the step that failed first, if several ran side by side. A full disk has no room for its name.
fail() {
  local name
  name=$(head -n 1 "$FAILED") || true
  die "make $part failed${name:+ at: $name}."
}

# Uses the build of scripts/clippy.sh.
with_clippy=(env RUSTC_WORKSPACE_WRAPPER=clippy-driver)

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
  run "Browsers, PgBouncer, HAProxy, aiosmtpd and OpenSSL" scripts/setup.sh browser engines pooler balancer mail openssl
  run "Postgres" start_postgres test
fi
run "Format of Rust" cargo fmt --all --check
run "Core depends on no server or browser crates" core_is_pure
# Side by side, because each has long parts that use one core. The types of the web are those of the rules, the site is what
# browsers test.
if [[ "$part" == test ]]; then web=site; else web=rules; fi
step "Compiling, beside the $web and the checks of dependencies"
make --jobs=3 clippy "beside/$web" beside/dependencies || fail
run "Types of the API" env SERVER_BIN=target/debug/agency-server scripts/api-types.sh check
run "Types, lints and format of the web" npm --prefix web run check
run "Names and links in the documents" node scripts/check-docs.mjs
run "Alerts" alerts_work
run "Shell scripts" shellcheck -x -P SCRIPTDIR scripts/*.sh .ci/run \
  scripts/packaging/debian/{agency-server,agency-server-setup,postinst,prerm,postrm}

if [[ "$part" == test ]]; then
  TEST_DATABASE_URL=$(scripts/postgres.sh url test)
  CHROMIUM=$(find_browser)
  export TEST_DATABASE_URL CHROMIUM SERVER_BIN=$ROOT/target/debug/agency-server
  # The Rust tests write their pairs of a query and a record, for the module.
  export SEARCH_PAIRS_FILE=$LOCAL/search-pairs
  rm -f "$SEARCH_PAIRS_FILE"
  # Most of them wait for the database, or for a limit, half of their time.
  RUST_TEST_THREADS=$((2 * $(nproc)))
  export RUST_TEST_THREADS
  run "Rust tests" "${with_clippy[@]}" cargo test --locked --workspace
  run "Parity of browser and server" "${with_clippy[@]}" scripts/parity.sh forms 2000
  run "Search parity of browser, server and database" node scripts/search-parity.mjs 20000 "$SEARCH_PAIRS_FILE"
  run "Web tests" npm --prefix web test
  run "Sizes" node scripts/size.mjs
  run "Text and links of the site" npm --prefix web run test:site
  run "Browser tests" npm --prefix web run e2e
  run "Firefox and WebKit" env -C web npx playwright test \
    --config playwright.tools.config.ts engines --grep "Firefox|WebKit"
fi

finish
step "Times"
cat "$STEPS"
sed -n '/^ *not checked: /p' "$LOCAL/logs/Dependencies.log"
step "make $part: all $(wc -l <"$STEPS") steps passed in $SECONDS s"
