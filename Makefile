# Little Wars. `make play` shows a battle, `make test` proves the rules.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

.PHONY: setup play test check bench soak format lock clean

setup: $(READY)

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Little Wars needs Python 3.11 or newer"; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .
	$(BIN)/python -m littlewars.table.warm
	touch $(READY)

play: setup
	$(BIN)/littlewars watch oversoul --scenario meeting-engagement --seed $${SEED:-7} --svg battle.svg --journal battle.jsonl

check: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test: check
	$(BIN)/python -m pytest -n 2

bench: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-bench.lock
	$(BIN)/python -m benchmarks

soak: setup
	$(BIN)/python -m littlewars.lab.soak --games $${GAMES:-2000} --jobs $${JOBS:-2}

format: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Pins every dependency anew, for all platforms and without addresses.
lock: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --no-emit-index-url --no-annotate --no-header \
	    --extra test pyproject.toml -o requirements.lock
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --no-emit-index-url --no-annotate --no-header \
	    --extra bench -c requirements.lock pyproject.toml -o requirements-bench.lock

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache battle.svg battle.jsonl
