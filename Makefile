# Two commands do everything: `make play` and `make test`. `make help` lists the rest.
# Needs Python 3.11+, a C++20 compiler and Node 20.19+; all else is installed into .uv, .venv
# and web/node_modules.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PYTHON ?= python3
PORT ?= 2121
DATA ?= data

BIN := .venv/bin
UV := .uv/bin/uv
STAMPS := .stamps
TO_VENV := --python $(BIN)/python --quiet

export PATH := $(CURDIR)/$(BIN):$(PATH)
# Two cores are the smallest machine that we promise to build on.
export CMAKE_BUILD_PARALLEL_LEVEL ?= 2

BUILD_SOURCES := pyproject.toml CMakeLists.txt $(shell find kernel web \
	-path web/node_modules -prune -o -type f ! -name '*.md' -print)

##@ The two commands

.PHONY: play
play: build ## build, then serve the hall on http://localhost:2121 with its books under ./data
	exec $(BIN)/zapato serve --port $(PORT) --data $(DATA)

.PHONY: test
test: build ## run every test there is: checks, Python, C++, TypeScript, browser
	$(BIN)/python tools/run_tests.py

##@ Parts of them

.PHONY: build
build: $(STAMPS)/built ## leave .venv/bin/zapato, with kernel and front end

$(UV):
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "zapato needs Python 3.11 or later; set PYTHON=...")'
	$(PYTHON) -m venv .uv
	.uv/bin/python -m pip install --quiet --disable-pip-version-check uv==0.13.9

$(STAMPS)/synced: requirements.lock | $(UV)
	test -x $(BIN)/python || $(PYTHON) -m venv --without-pip .venv
	$(UV) pip sync $(TO_VENV) --require-hashes requirements.lock
	mkdir -p $(STAMPS) && touch $@

$(STAMPS)/built: $(STAMPS)/synced $(BUILD_SOURCES)
	@echo "Building the kernel (C++) and the page: two to three minutes the first time, nothing is printed meanwhile."
	$(UV) pip install $(TO_VENV) --no-build-isolation --no-deps --reinstall-package zapato --editable .
	touch $@

.PHONY: test-checks test-python test-kernel test-web test-browser
test-checks test-python test-kernel test-web test-browser: build
	$(BIN)/python tools/run_tests.py $(@:test-%=%)

test-checks:  ## style, types, layout and house rules
test-python:  ## pytest without a browser
test-kernel:  ## the kernel's own tests, once per SIMD level
test-web:     ## vitest and svelte-check
test-browser: ## the page in Chromium

##@ While working

.PHONY: lint
lint: test-checks ## same as test-checks

.PHONY: format
format: build ## put Python and web sources into the one format
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format --quiet .
	cd web && npm run --silent format

.PHONY: types
types: build ## write the page's message types from the server's
	$(BIN)/python tools/wire_types.py

.PHONY: sanitize
sanitize: $(STAMPS)/synced ## the kernel's tests under the address and undefined-behaviour sanitizers
	cmake -G Ninja -S . -B build/sanitize -DZAPATO_PYTHON=OFF -DZAPATO_WEB=OFF \
		-DZAPATO_KERNEL_TESTS=ON -DZAPATO_SANITIZE=address,undefined -DCMAKE_BUILD_TYPE=RelWithDebInfo
	cmake --build build/sanitize
	ctest --test-dir build/sanitize --output-on-failure

.PHONY: bench
bench: build ## speed, as ratios against baselines measured in the same run
	for each in benchmarks/bench_*.py; do $(BIN)/python "$$each"; done

.PHONY: bench-kernel
bench-kernel: $(STAMPS)/synced ## the kernel's own microbenchmarks, without Python
	cmake -G Ninja -S . -B build/bench -DZAPATO_PYTHON=OFF -DZAPATO_WEB=OFF \
		-DZAPATO_KERNEL_BENCH=ON -DCMAKE_BUILD_TYPE=Release
	cmake --build build/bench
	for each in build/bench/kernel/*_bench; do "$$each"; done

.PHONY: docs
docs: build ## run the examples in README and docs
	$(BIN)/python -m pytest -q --doctest-glob='*.md' README.md docs

.PHONY: screenshots
screenshots: build ## take the pictures in docs/screenshots, every state of lobby and table
	$(BIN)/python tools/chromium.py
	$(BIN)/python -m pytest -q -p no:cacheprovider tests/browser/pictures.py

.PHONY: smoothness
smoothness: build ## frame times while dealing on a phone slowed down four times
	$(BIN)/python -m pytest -q -p no:cacheprovider tests/browser/measure_dealing.py

.PHONY: lock
lock: $(UV) ## renew requirements.lock and web/package-lock.json from their sources
	$(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes \
		--no-header --no-annotate requirements.in --output-file requirements.lock
	cd web && npm install --package-lock-only

.PHONY: wheel
wheel: $(STAMPS)/synced ## build dist/*.whl and look whether all is in it
	$(UV) build --wheel --quiet --no-build-isolation --python $(BIN)/python --out-dir dist
	$(BIN)/python tools/check_wheel.py dist

.PHONY: clean
clean: ## remove all that was built (your ./data stays)
	rm -rf build dist .stamps .venv .uv web/node_modules src/zapato/server/static

.PHONY: help
help: ## show this list
	@awk 'BEGIN {FS = ":.*?## "} \
		/^##@/ {printf "\n%s\n", substr($$0, 5)} \
		/^[a-z-]+:.*?## / {printf "  make %-13s %s\n", $$1, $$2}' Makefile
