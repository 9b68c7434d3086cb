# The verbs. Each is one script; `make help` lists them.
.DEFAULT_GOAL := help
.PHONY: help setup run test check fmt wasm web server dev admin forget seed schema backup restore db-start db-stop psql clean pack parity prove-package search-parity size bench bench-rules bench-server fuzz prove-shared prove-export chaos cluster soak histories picture lighthouse engines screenshots icons prove-upgrade prove-postgres rules-diff deb prove-deb image prove-image
MAKEFLAGS += --no-print-directory

help: ## List the verbs
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Bring in all that building needs (wasm32 target, npm packages)
	@scripts/setup.sh tools wasm npm

run: ## Set up, build and serve everything on http://127.0.0.1:8000
	@scripts/run.sh

test: ## Check and test everything, in real browsers too
	@scripts/test.sh

check: ## Only formats, lints, types and the rules of the architecture
	@scripts/test.sh check

parity: wasm ## Hold the shipped module against the native rules, 100,000 inputs a form; WRITE=yes keeps it
	@scripts/parity.sh 100000 $(if $(WRITE),--write)

search-parity: wasm ## Hold what rules, database and module find against each other, N=1000000 pairs; WRITE=yes keeps it
	@scripts/search-parity.sh "$(or $(N),1000000)" $(if $(WRITE),--write)

pack: wasm ## Pack the public forms' rules as an npm package, into target/npm
	@scripts/pack.sh

prove-package: wasm ## Use the npm package in two form libraries, Node and Python, and the engine by its README; WRITE=yes keeps it
	@scripts/prove-package.sh $(if $(WRITE),--write)

prove-shared: wasm ## Show that one changed limit turns a test red on either side
	@scripts/prove-shared.sh

prove-upgrade: web ## Show that pages which were open before an upgrade with another limit live on after it
	@scripts/prove-upgrade.sh

rules-diff: wasm ## Tell what today's rules answer otherwise than those FROM=… (a tag, a commit, a built module)
	@scripts/rules-diff.sh $(FROM)

deb: web ## Build the Debian package into target/deb
	@scripts/deb.sh

prove-postgres: setup ## Run the server's tests on PostgreSQL 15 to 18, and upgrade 15 to 18 while forms come in
	@scripts/prove-postgres.sh

prove-deb: web ## Build the package twice, install, upgrade and remove it on an empty Debian of its own
	@scripts/prove-deb.sh

image: deb ## Put what the package has into an OCI image, target/image/agency-server.tar
	@scripts/image.sh

prove-image: deb ## Put the image together twice and run it, read-only and without a name
	@scripts/prove-image.sh

size: web ## Weigh the rules module and every page's first load against the budgets
	@node scripts/size.mjs
	@scripts/look.sh weight

prove-export: web ## Open an export of hostile cells in LibreOffice, and show that it runs none
	@scripts/look.sh spreadsheet

lighthouse: web ## Score every public page with Lighthouse, into docs/lighthouse.md
	@scripts/look.sh lighthouse

engines: web ## Try every page, both forms and the sign-in in Chromium, Firefox and WebKit
	@scripts/look.sh engines

screenshots: web ## Picture every page and state at three widths, into .local/screenshots
	@scripts/look.sh screenshots

icons: setup ## Draw the icons of tabs and home screens out of web/public/favicon.svg
	@npm --prefix web run icons

bench: bench-rules bench-server ## Time the rules and the server

bench-server: ## Time the server against a plain one and pgbench, with N="1000 100000 1000000" rows; WRITE=yes keeps it
	@BENCH_ROWS="$(N)" scripts/bench-server.sh $(if $(WRITE),--write)

bench-rules: wasm ## Time the rules: natively, and in Node against schema libraries
	@cargo bench --locked -p agency-core --bench forms
	@node web/scripts/bench-rules.mjs

fuzz: ## Look for inputs that break the rules, FUZZ_SECONDS=30 each
	@scripts/fuzz.sh

picture: setup ## Draw PAGE=… of web/pictures, SIZE=1280x960, INTO=… as a picture of the site
	@node web/scripts/draw.mjs "$(PAGE)" "$(SIZE)" "$(INTO)"

chaos: ## Kill, starve and cut off what the server needs, ROUNDS=20 each, and count what is lost
	@scripts/proof.sh chaos --rounds "$(or $(ROUNDS),20)"

cluster: ## Run several servers behind PgBouncer and HAProxy, and kill some of it, ROUNDS=12 each
	@scripts/proof.sh cluster --rounds "$(or $(ROUNDS),12)"

soak: ## Make mixed calls for SECONDS=600, then three times too many
	@scripts/proof.sh soak --seconds "$(or $(SECONDS),600)"

histories: ## Act on records N=100000 times over, by two clients at once, against the rules; WRITE=yes keeps it
	@scripts/histories.sh "$(or $(N),100000)" $(if $(WRITE),--write)

fmt: setup ## Format all sources
	@cargo fmt --all
	@npm --prefix web run format

wasm: setup ## Build the rules for the browser into core-wasm/pkg
	@scripts/build-wasm.sh

web: wasm ## Build the site into web/dist
	@scripts/build-web.sh

server: ## Build the server into target/release
	@scripts/setup.sh tools
	@cargo build --release -p agency-server

dev: ## Serve the API, and the pages by Vite, which reloads what changes
	@scripts/dev.sh

admin: ## Create admin NAME=…, or give it a new password; FIRST=… LAST=… EMAIL=… of its own; REMOVE=yes
	@REMOVE="$(REMOVE)" scripts/admin.sh "$(NAME)" $(if $(FIRST),--first-name "$(FIRST)") $(if $(LAST),--last-name "$(LAST)") $(if $(EMAIL),--email "$(EMAIL)")

forget: ## Delete all that came from EMAIL=…: consultations, applications and their CVs
	@scripts/forget.sh "$(EMAIL)"

seed: ## Add N=… made-up consultations, and a tenth as many applications
	@scripts/seed.sh "$(N)"

schema: ## Write server/src/storage/schema.rs from the migrations
	@scripts/schema.sh

backup: ## Write all that is stored into FILE=…, while the server runs
	@scripts/backup.sh $(if $(FILE),"$(FILE)")

restore: ## Bring a backup FILE=… back into an empty database, or REPLACE=yes
	@REPLACE="$(REPLACE)" scripts/restore.sh "$(FILE)"

db-start: ## Start the private Postgres and leave it running
	@scripts/postgres.sh start dev agency

db-stop: ## Stop the private Postgres
	@scripts/postgres.sh stop dev

psql: db-start ## Open a prompt on the private Postgres
	@scripts/postgres.sh psql dev agency

clean: ## Remove all that was built; data, settings and npm packages stay
	@rm -rf target web/dist core-wasm/pkg .local/stamps .local/test-steps
