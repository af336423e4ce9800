# Everything here makes its own .venv first: Python 3.11 or newer and make are all it takes.

PYTHON ?= python3
SCENARIO ?= quickstart
ARGS ?=
TESTERS ?= 2

BIN := .venv/bin
INSTALLED := .venv/.installed

.PHONY: help run test test-all lint bench bench-peers clean

help:
	@echo "make run                     simulate the quickstart scenario and write its report"
	@echo "make run SCENARIO=my.toml    the same for a scenario of your own"
	@echo "make test                    run the tests, without the slow ones (TESTERS=2 at a time)"
	@echo "make test-all                run all tests, the large statistical and chaos checks too"
	@echo "make lint                    check style and types"
	@echo "make bench                   measure speed, memory and size"
	@echo "make bench-peers             measure beside OpenSpiel, RLCard and endplay, in .venv-peers"
	@echo "make clean                   remove .venv and caches (runs in data/runs stay)"

$(INSTALLED): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed: make PYTHON=/path/to/python3.11" >&2; exit 2; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[test,lint,cluster]'
	@touch $@

run: $(INSTALLED)
	$(BIN)/nap run $(SCENARIO) --resume $(ARGS)

SHARED_OUT = --numprocesses $(TESTERS) --dist loadfile

test: $(INSTALLED)
	$(BIN)/python -m pytest $(SHARED_OUT) $(ARGS)

test-all: $(INSTALLED)
	$(BIN)/python -m pytest $(SHARED_OUT) -m "slow or not slow" $(ARGS)

lint: $(INSTALLED)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

bench: $(INSTALLED)
	$(BIN)/python -m benchmarks.kernel
	$(BIN)/python -m benchmarks.solver
	$(BIN)/python -m benchmarks.profiles
	$(BIN)/python -m benchmarks.policies
	$(BIN)/python -m benchmarks.end_to_end
	$(BIN)/python -m benchmarks.shards
	$(BIN)/python -m benchmarks.parent
	$(BIN)/python -m benchmarks.scaling

PEERS := .venv-peers/bin
PEERS_INSTALLED := .venv-peers/.installed

$(PEERS_INSTALLED): pyproject.toml benchmarks/peers/requirements.txt
	$(PYTHON) -m venv .venv-peers
	$(PEERS)/python -m pip install --quiet --upgrade pip
	$(PEERS)/python -m pip install --quiet --editable . --requirement benchmarks/peers/requirements.txt
	@touch $@

bench-peers: $(PEERS_INSTALLED)
	$(PEERS)/python -m benchmarks.peers.compare
	$(PEERS)/python -m benchmarks.peers.endings

clean:
	rm -rf .venv .venv-peers build dist .pytest_cache .mypy_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
