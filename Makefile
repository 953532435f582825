PYTHON ?= python3
HAND ?= 4S 5S 6S 7S 7H 7D 7C QD QS JK 2H 9C KD
RULES ?= german-rummy
PYTEST_ARGS ?=
UPGRADE ?=

VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check --quiet
LOCK := $(PY) -m uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --custom-compile-command 'make lock' $(if $(UPGRADE),--upgrade)

# A hand is free text (blanks, glyphs, *): hand it to the shell as one literal word.
quote = '$(subst ','\'',$(1))'

.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

.PHONY: help
help:  ## list these targets
	@sed -n 's/^\([a-z-]*\):.*  ## /\1\t/p' $(MAKEFILE_LIST) | expand -t 13

.PHONY: hint
hint: $(VENV)/.runtime  ## best melds of a hand: make hint HAND='7H 8H 9H' RULES=gin-rummy
	@$(VENV)/bin/meldwise melds $(call quote,$(HAND)) --rules $(call quote,$(RULES))

.PHONY: test
test: $(VENV)/.dev  ## run the tests: make test PYTEST_ARGS='-k run'
	$(PY) -m pytest --numprocesses auto --dist loadgroup --benchmark-disable $(PYTEST_ARGS)

.PHONY: lint
lint: $(VENV)/.dev  ## check style, formatting, types and the direction of imports
	$(PY) -m ruff check
	$(PY) -m ruff format --check
	$(PY) -m mypy
	$(VENV)/bin/lint-imports

.PHONY: format
format: $(VENV)/.dev  ## format the code and sort its imports
	$(PY) -m ruff check --fix
	$(PY) -m ruff format

.PHONY: bench
bench: $(VENV)/.bench  ## time answers and batches beside other projects' engines, and whole hands of play
	$(PY) -m tests.bench.one_hand
	$(PY) -m tests.bench.table
	$(PY) -m tests.bench.turns
	$(PY) -m tests.bench.rummikub
	$(PY) -m tests.bench.closed_playouts
	$(PY) -m tests.bench.open_playouts
	$(PY) -m tests.bench.advice
	$(PY) -m pytest tests/bench $(PYTEST_ARGS)

# The runtime lock takes its pins from the development lock, so that one environment holds both.
.PHONY: lock
lock: $(VENV)/.created  ## pin the dependencies anew: make lock UPGRADE=1 takes newer releases
	$(PIP) install 'uv>=0.13.9,<0.14'
	$(LOCK) --group dev --extra serve --extra train --output-file requirements-dev.lock pyproject.toml
	$(LOCK) --group build --extra serve --constraint requirements-dev.lock --output-file requirements.lock pyproject.toml

.PHONY: clean
clean:  ## remove the environment, caches and built files
	rm -rf $(VENV) build dist .benchmarks .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find solver tests -type d -name __pycache__ -prune -exec rm -rf {} +

$(VENV)/.created:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo 'Meldwise needs Python 3.11 or newer; say which one to use: make PYTHON=python3.12' >&2; exit 1; }
	$(PYTHON) -m venv --clear $(VENV)
	@touch $@

# Without an index, pip refuses an environment that lacks something pyproject.toml asks for.
$(VENV)/.runtime: requirements.lock pyproject.toml | $(VENV)/.created
	$(PIP) install --requirement requirements.lock
	@$(PIP) install --no-index --no-build-isolation --editable . || { \
		echo 'Where a requirement was not found, the locks are older than pyproject.toml: run make lock.' >&2; exit 1; }
	@touch $@

$(VENV)/.dev: requirements-dev.lock $(VENV)/.runtime
	$(PIP) install --requirement requirements-dev.lock
	@touch $@

# RLCard comes as source only and is of use here alone, so it is in no lock.
$(VENV)/.bench: $(VENV)/.dev
	$(PIP) install --editable '.[bench]'
	@touch $@
