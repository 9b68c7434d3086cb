# The targets. Most run a script; `make help` lists them.
.DEFAULT_GOAL := help
.PHONY: help run admin seed forget backup restore dev test check fmt build schema db draw clean parity prove bench chaos cluster deb image
MAKEFLAGS += --no-print-directory --no-builtin-rules

##@ Use

help: ## List the targets
	@awk -F ':.*## ' '/^##@/ { printf "\n%s\n", substr($$0, 5) } /^[a-z-]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## Set up, build and serve everything on http://127.0.0.1:8000
	@scripts/run.sh

admin: ## Create admin NAME=…, or reset its password; FIRST=… LAST=… EMAIL=… change it; RENAME=… renames it, REMOVE=yes removes it
	@REMOVE="$(REMOVE)" scripts/admin.sh "$(NAME)" $(if $(FIRST),--first-name "$(FIRST)") \
		$(if $(LAST),--last-name "$(LAST)") $(if $(EMAIL),--email "$(EMAIL)") \
		$(if $(RENAME),--rename "$(RENAME)")

seed: ## Add N=… sample consultations, and a tenth as many applications
	@scripts/seed.sh "$(N)"

forget: ## Delete everything from EMAIL=…: consultations, applications and their CVs
	@scripts/forget.sh "$(EMAIL)"

backup: ## Write the database to FILE=…, while the server is running
	@scripts/backup.sh $(if $(FILE),"$(FILE)")

restore: ## Restore a backup FILE=… into an empty database; REPLACE=yes deletes existing data
	@REPLACE="$(REPLACE)" scripts/restore.sh "$(FILE)"

##@ Develop

dev: ## Serve the API, and the pages by Vite, with live reload
	@scripts/dev.sh

test: ## Run all checks and tests, including real browsers
	@scripts/test.sh

check: ## Check formats, lints, types, documents and the rules of the architecture
	@scripts/test.sh check

fmt: packages ## Format all sources
	@scripts/setup.sh tools checkers
	@cargo fmt --all
	@npm --prefix web run format

build: $(addprefix build/,$(or $(PART),web server)) ## Build PART=wasm|web|server: the rules for the browser, the site, the server; all without PART
schema: ## Generate server/src/storage/schema.rs from the migrations
	@scripts/schema.sh

db: ## Open a prompt on the private Postgres, or DO=start|stop it
	@scripts/postgres.sh $(or $(DO),psql) dev agency

draw: ## Render PART=screenshots|icons, or PART=picture with PAGE=…, SIZE=1280x960 and INTO=…
	@scripts/draw.sh "$(PART)" "$(PAGE)" "$(SIZE)" "$(INTO)"

clean: ## Remove build output; data, settings and npm packages stay
	@rm -rf target web/dist core-wasm/pkg .local/stamps .local/test-steps .local/logs

##@ Prove and release

parity: ## Compare PART=forms|search|histories on N=… generated inputs: rules, module, database, server; WRITE=yes
	@scripts/parity.sh "$(or $(PART),forms)" "$(N)" $(if $(WRITE),--write)

prove: ## Prove PART=shared|upgrade|postgres|rootless|export|deb|image|engines|lighthouse|fuzz|audit
	@scripts/prove.sh "$(PART)"

bench: ## Measure PART=rules|server|size; N="1000 100000 1000000" rows; WRITE=yes writes docs/measured/server.md
	@scripts/bench.sh "$(PART)" "$(N)" $(if $(WRITE),--write)

chaos: ## Kill, starve, attack and cut off the server, ROUNDS=20 each, and count lost data; PART=… runs one
	@scripts/proof.sh chaos --rounds "$(or $(ROUNDS),20)" $(if $(PART),--part "$(PART)")

cluster: ## Run several servers behind HAProxy and over PgBouncer, ROUNDS=12 each; PART=… runs one
	@scripts/proof.sh cluster --rounds "$(or $(ROUNDS),12)" $(if $(PART),--part "$(PART)")

deb: site ## Build the Debian package into target/deb
	@scripts/deb.sh

image: deb ## Build an OCI image from the package, target/image/agency-server.tar
	@scripts/image.sh

# What the targets above are built from.
.PHONY: packages openapi receivers django rules site server release clippy build/wasm build/web build/server beside/dependencies beside/rules beside/site FORCE

# files PATH…: these files and folders. A folder is newer when a file in it was added, removed or renamed.
files = $(shell find $(1) \( -name node_modules -o -path core-wasm/pkg -o -path web/dist -o -path web/.ssr -o -path web/e2e \
	-o -path web/site-test -o -path web/test -o -path web/scripts/openapi -o -path web/test-results -o -path web/playwright-report \) -prune \
	-o ! -path web ! -path core-wasm -print)

# Two targets at once, as `make run` and `make test`, build one after the other.
alone = @mkdir -p .local && flock .local/build.lock
packages := web/node_modules/.package-lock.json
openapi := web/scripts/openapi/node_modules/.package-lock.json
compiler := .local/stamps/compiler
receivers := .local/stamps/receivers
django := .local/stamps/django
rules := core-wasm/pkg/package.json
site := .local/stamps/site

packages: $(packages)
$(packages): web/package-lock.json
	$(alone) scripts/setup.sh tools npm
	@touch $@

# The generator of the API's types.
openapi: $(openapi)
$(openapi): web/scripts/openapi/package-lock.json
	$(alone) scripts/setup.sh tools openapi
	@touch $@

# The libraries of the receivers of webhooks in docs/operations.md.
receivers: $(receivers)
$(receivers): server/proof/receivers/package-lock.json server/proof/receivers/requirements.txt
	$(alone) scripts/setup.sh receivers
	@mkdir -p $(@D); touch $@

# The server that the benchmark compares creating with.
django: $(django)
$(django): server/benches/django/requirements.txt
	$(alone) scripts/setup.sh django
	@mkdir -p $(@D); touch $@

# Changes with the compiler only.
$(compiler): FORCE
	@mkdir -p $(@D); rustc --version --verbose >$@.new 2>/dev/null; cmp -s $@.new $@ && rm $@.new || mv $@.new $@

rules: $(rules)
$(rules): $(call files,core/src core-wasm) core/Cargo.toml Cargo.toml Cargo.lock scripts/build-wasm.sh scripts/wasm.sh \
		$(packages) $(compiler)
	@scripts/setup.sh tools wasm
	$(alone) scripts/build-wasm.sh
	@touch $@

site: $(site)
$(site): $(call files,web) scripts/build-web.sh $(packages) $(rules) $(if $(wildcard web/dist/index.html),,FORCE)
	@rm -f $@
	$(alone) scripts/build-web.sh
	@mkdir -p $(@D); touch $@

# What `make run` serves and the tests use.
server:
	@scripts/step.sh "Server" cargo build --locked -p agency-server

release:
	@scripts/setup.sh tools
	@cargo build --locked --release -p agency-server

build/wasm: rules
build/web: site
build/server: release
build/%:
	@echo "Error: PART must be wasm, web or server: run 'make build PART=wasm'." >&2; exit 1

clippy:
	@scripts/step.sh "Clippy; the server and its tests, compiled" scripts/clippy.sh

# The steps that run beside another one.
beside/dependencies:
	@scripts/step.sh --beside "Dependencies" scripts/audit.sh
beside/rules beside/site:
	@scripts/step.sh --beside "The $(@F)" $(MAKE) --silent $(@F)
