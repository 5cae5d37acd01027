# Every developer task is a target here; `make help` lists them.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules --no-print-directory

BIN := .venv/bin
UV := .tools/bin/uv
NPM := $(CURDIR)/ops/bootstrap/npm
WEB_SOURCES = $(shell find web/src web/public web/*.json web/*.ts web/index.html 2>/dev/null)
ADMIN_SOURCES = $(shell find admin/src admin/public admin/*.json admin/*.ts admin/index.html 2>/dev/null)

.PHONY: help run test check one bench bot-lists panels shots screens assure sense dev-engines dev-google dev-model dev-receiver dev-smtp dev-stripe detector lint lint-python lint-web fmt gen gen-check e2e lock clean \
	environment environment-dev web web-size chromium test-web admin lint-admin test-admin images kind-up cluster-test chart-audit advisories mutants

help: ## List the targets
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | \
		while IFS=$$'\t' read -r name text; do printf '  %-12s %s\n' "$$name" "$$text"; done

run: environment web admin ## Start everything on http://localhost:8000 (PORT=9000 changes the port); the console is one port up
	@exec $(BIN)/presence serve --example tests/standins

test: environment-dev chromium ## Lint, types, contracts, unit, database, API and browser tests
	@ops/scripts/test

check: environment-dev ## The fast checks and the tests nearest to what you changed, in minutes
	@$(BIN)/python -m ops.check

one: environment-dev ## One test: make one TEST=tests/…/test_x.py::test_y, or web/src/….test.ts
	@$(BIN)/python -m ops.check --one "$(TEST)"

lint: lint-python lint-web lint-admin ## Style, types, import contracts

lint-python: environment-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

lint-web: web/node_modules/.installed
	cd web && $(NPM) run --silent lint
	cd web && $(NPM) run --silent typecheck

lint-admin: admin/node_modules/.installed
	cd admin && $(NPM) run --silent lint
	cd admin && $(NPM) run --silent typecheck

test-admin: admin/node_modules/.installed
	cd admin && $(NPM) run --silent test

test-web: web/node_modules/.installed
	cd web && $(NPM) run --silent test

web-size: web
	cd web && $(NPM) run --silent size

fmt: environment-dev web/node_modules/.installed admin/node_modules/.installed ## Format and fix what can be fixed
	$(BIN)/ruff check --fix --quiet . || true
	$(BIN)/ruff format .
	cd web && $(NPM) run --silent fix
	cd admin && $(NPM) run --silent fix

gen: environment-dev web/node_modules/.installed admin/node_modules/.installed ## Regenerate the OpenAPI documents and their clients
	@ops/scripts/generate

gen-check: environment-dev web/node_modules/.installed admin/node_modules/.installed
	@ops/scripts/generate --check

e2e: environment-dev web admin chromium ## Browser tests only
	$(BIN)/pytest tests/e2e

shots: environment-dev web chromium ## Pictures of every screen (ONLY=word narrows them), on contact sheets
	@PYTHONPATH=tests/standins $(BIN)/python -m tests.e2e.shots "$(ONLY)"

screens: environment-dev web chromium ## Every state of every screen: accessibility, addresses, trouble (some minutes)
	$(BIN)/pytest tests/e2e/every_state.py

dev-engines: environment-dev ## Stand-in assistants on PORT (9100); prints the settings that connect them
	@cd tests/standins && exec ../../$(BIN)/python -m presence_standins.engines --port $(or $(PORT),9100)

dev-model: environment-dev ## A small language model on PORT (9105) that really answers; prints the settings that connect it
	@ops/bootstrap/model
	@cd tests/standins && exec ../../.tools/model/bin/python -m presence_standins.model --port $(or $(PORT),9105)

dev-stripe: environment-dev ## Stand-in for Stripe on PORT (9200), events to PRODUCT; prints the settings that connect them
	@cd tests/standins && exec ../../$(BIN)/python -m presence_standins.stripe --port $(or $(PORT),9200) --product $(or $(PRODUCT),http://localhost:8000)

dev-google: environment-dev ## A stand-in for Google sign-in on PORT (9101); prints the settings that connect it
	@cd tests/standins && exec ../../$(BIN)/python -m presence_standins.google --port $(or $(PORT),9101)

dev-receiver: environment-dev ## A server on PORT (9104) that takes webhooks; SECRET=whsec_… checks their signatures
	@cd tests/standins && exec ../../$(BIN)/python -m presence_standins.receiver --port $(or $(PORT),9104) --secret "$(SECRET)"

dev-smtp: environment-dev ## A mail server on PORT (9102) that prints what it is given
	@cd tests/standins && exec ../../$(BIN)/python -m presence_standins.smtp --port $(or $(PORT),9102)

bench: environment-dev web chromium ## Measure the limits beside Scrapy, FastAPI hello, raw asyncpg and a minimal React app
	@PYTHONPATH=tests/standins $(BIN)/python -m tests.load.bench

panels: environment-dev web ## Whether every panel of Grafana shows something after real traffic (needs apt-get's prometheus)
	@PYTHONPATH=tests/standins $(BIN)/python -m tests.load.panels

mutants: environment-dev ## Break every declared guard and see a test notice (ONLY=name or area, TESTS=…, PROBE=1)
	@$(BIN)/python -m ops.mutants $(if $(ONLY),--only "$(ONLY)") $(if $(TESTS),--tests "$(TESTS)") $(if $(PROBE),--probe)

detector: environment-dev ## How well mentions are detected, on the labelled set (ARGS="--split develop --detail")
	@$(BIN)/python -m tests.analysis.extraction.labelled $(ARGS)

sense: environment-dev ## What is understood of made-up businesses, asked for and advised (HALF=…, CORPUS=FOLDER, FULL=1)
	@$(BIN)/python -m tests.sense --half "$(or $(HALF),development)" --advice $(if $(CORPUS),--corpus "$(CORPUS)") $(if $(FULL),--full)

assure: environment-dev ## Full tier of an assurance: make assure NAME=budget [SEED=1]
	@PYTHONPATH=tests/standins $(BIN)/python -m tests.assurance "$(NAME)" $(SEED)

advisories: environment-dev ## Known vulnerabilities of every locked package (OSV=path of a copy of the database)
	@$(BIN)/python -m ops.scripts.advisories

images: ## Build the images presence, presence-web, presence-admin (needs a Docker engine; TAG, BASE, CA)
	@ops/images/build

kind-up: ## A kind cluster with the product on it (needs docker, kind, kubectl, helm)
	@ops/kind/up

cluster-test: environment-dev ## The chart on a real control plane with real pods (root, Go; half an hour the first time)
	@exec $(BIN)/python -m ops.cluster

chart-audit: environment-dev ## kube-score and checkov on the chart, once per change of it (needs Go)
	@ops/scripts/chart-audit

bot-lists: environment-dev ## Refresh the address lists of bots from files of their makers (FROM=folder, DAY=YYYY-MM-DD)
	@$(BIN)/python -m ops.scripts.bot_lists "$(FROM)" "$(DAY)"

lock: environment-dev ## Resolve the lock files again
	@ops/scripts/lock

clean: ## Remove what was built or cached; keeps the database in .presence
	rm -rf .venv .venvs .tools .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	rm -rf web/node_modules web/dist admin/node_modules admin/dist tests/e2e/artifacts tests/load/lighthouse/node_modules

environment:
	@ops/bootstrap/environment run

environment-dev:
	@ops/bootstrap/environment dev

chromium:
	@ops/bootstrap/chromium

web: environment web/dist/index.html

web/node_modules/.installed: web/package-lock.json web/package.json | environment
	@echo "Installing the web app's packages"
	@cd web && $(NPM) ci --silent
	@touch $@

web/dist/index.html: web/node_modules/.installed $(WEB_SOURCES)
	@echo "Building the web app"
	@cd web && $(NPM) run --silent build -- --logLevel warn
	@touch $@

admin: environment admin/dist/index.html

admin/node_modules/.installed: admin/package-lock.json admin/package.json | environment
	@echo "Installing the console's packages"
	@cd admin && $(NPM) ci --silent
	@touch $@

admin/dist/index.html: admin/node_modules/.installed web/scripts/precompress.ts $(ADMIN_SOURCES)
	@echo "Building the console"
	@cd admin && $(NPM) run --silent build -- --logLevel warn
	@touch $@
