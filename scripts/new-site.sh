#!/usr/bin/env bash
# Copies the sources into a new site: without the agency's texts and pages, with the contact form and
# its page. The copy has its own repository and passes its own tests.
#
#   new-site.sh FOLDER NAME   FOLDER is new or empty; NAME is one word, as in the title of the pages: Riverside
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"

folder=${1:-} name=${2:-}
[[ -n "$folder" && "$name" =~ ^[A-Z][A-Za-z]{3,}$ ]] ||
  die "Name a folder and the site, one word with a capital letter: run 'make new-site DIR=../riverside NAME=Riverside'."
[[ ! -e "$folder" || -z "$(ls -A "$folder")" ]] || die "$folder is not empty."
mkdir -p "$folder"
folder=$(cd "$folder" && pwd -P)
template=packaging/new-site

step "Copying the sources to $folder"
excluded=()
while read -r path; do
  git ls-files --error-unmatch -- "$path" >/dev/null 2>&1 || die "$template/left-out: there is no $path."
  excluded+=(":(exclude)$path")
done < <(grep -v '^#' "$template/left-out")
git ls-files -z --cached --others --exclude-standard -- . "${excluded[@]}" | tar -c --null -T - | tar -x -C "$folder"
cp -R "$template/files/." "$folder/"

cd "$folder"
sed -n '/^## Run it, test it$/,$p' README.md | cat "$ROOT/$template/README.md" - >README.new
mv README.new README.md
sed -i -f "$ROOT/$template/edits.sed" README.md CONTRIBUTING.md docs/*.md Makefile scripts/{prove,test}.sh \
  web/src/paths.ts web/src/features/application/ApplicationForm.tsx
git init --quiet
git add --all
# LICENSE names the authors of the sources.
git grep -zlIi brazoswright -- ':(exclude)LICENSE' |
  xargs -0 sed -i "s/Brazoswright/$name/g; s/brazoswright/${name,,}/g"
git add --all
note "$(git ls-files | wc -l) files. Next: cd $folder && make run"
