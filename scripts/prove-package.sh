#!/usr/bin/env bash
# Checks that others can use the rules: the engine by its README, and the npm package in two form
# libraries in a browser, in Node and in Python.
#
#   prove-package.sh [--write]   also into docs/measured/agreement.md
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"

[[ "${1:-}" =~ ^(--write)?$ ]] || die "Usage: scripts/prove-package.sh [--write]"
proof=$ROOT/target/prove-package
CHROMIUM=$(find_browser)
export CHROMIUM

scripts/pack.sh
tarball=$(echo "$ROOT"/target/npm/*.tgz)

# app NAME PACKAGE…: creates a Vite app with these packages and the tarball.
app() {
  local name=$1 folder=$proof/$1 since=$SECONDS
  shift
  step "An empty Vite app with $name"
  rm -rf "$folder"
  mkdir -p "$folder"
  cp scripts/prove-package/"$name"/* "$folder/"
  # React Hook Form's is in the package's README.
  [[ -e "$folder/ContactForm.jsx" ]] ||
    code_block packaging/npm/README.md 1 jsx >"$folder/ContactForm.jsx"
  printf '{ "private": true, "type": "module" }\n' >"$folder/package.json"
  printf '<!doctype html><title>%s</title><body><script type="module" src="/main.jsx"></script>\n' "$name" \
    >"$folder/index.html"
  npm --prefix "$folder" install --silent --ignore-scripts --no-audit --no-fund "$tarball" vite@8.3.8 react@19.3.1 react-dom@19.3.1 "$@"
  note "$(wc -l <"$folder/ContactForm.jsx") lines for the contact form"
  (($(wc -l <"$folder/ContactForm.jsx") <= 10)) || die "The contact form takes more than ten lines."
  node scripts/prove-package/browser.mjs "$folder" target/npm/package/vectors.json
  note "$((SECONDS - since)) s from an empty folder to a form that checks every vector"
}
app react-hook-form react-hook-form @hookform/resolvers
app tanstack-form @tanstack/react-form

step "Node"
cp scripts/prove-package/*.test.mjs "$proof/react-hook-form/"
node --test "$proof/react-hook-form/"

step "Size of a Standard Schema"
node scripts/prove-package/weigh.mjs "$proof/react-hook-form"

step "Python"
scripts/prove-package/python.sh "$proof"

step "The engine, by its README"
scripts/prove-package/readme.sh "$proof/readme"

[[ -z "${1:-}" ]] || node scripts/agreement.mjs "make prove PART=package" \
  "every vector of the public forms: React Hook Form and TanStack Form in Chromium, Node, Python by wasmtime"
