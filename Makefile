# Little Wars. `make play` opens the game in the browser, `make test` proves the rules.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
WARM := .venv/.warm
PAGE := src/littlewars/server/static/.built
WEB := $(shell find web/src web/public -type f 2>/dev/null) web/package.json web/package-lock.json web/index.html web/vite.config.ts web/tsconfig.json

# Every process of the tests would read all sources anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup play watch test check check-rules check-page services bench soak soak-server mutate format lock clean

setup: $(READY) $(WARM) $(PAGE)

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Little Wars needs Python 3.11 or newer"; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .
	touch $(READY)

# Kernels are compiled when they are new or have changed: nobody's first move waits for that.
$(WARM): $(wildcard src/littlewars/table/kernels/*.py) | $(READY)
	$(BIN)/python -m littlewars.table.warm
	touch $(WARM)

# The page is built with the package; this builds it again when its sources are newer.
$(PAGE): $(WEB) hatch_build.py | $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .
	touch $(PAGE)

play: setup
	$(BIN)/littlewars serve $(ARGS)

watch: setup
	$(BIN)/littlewars watch oversoul --scenario meeting-engagement --seed $${SEED:-7} --svg battle.svg --journal battle.jsonl

check: setup
	@$(MAKE) --no-print-directory -j2 check-rules check-page

check-rules:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

check-page:
	$(BIN)/python -m littlewars.server.typescript --check
	$(BIN)/python hatch_build.py run check
	$(BIN)/python hatch_build.py test

# A real browser and a real PostgreSQL, from the machine's packages.
services:
	@sh tests/services.sh

# What looks at the clock comes alone; all else three at a time, for some only wait.
test: check services
	$(BIN)/python -m pytest -m alone tests/server tests/web
	$(BIN)/python -m pytest -n 3 -m "not alone"

soak-server: setup services
	$(BIN)/python -m littlewars.server.soak $(ARGS)

bench: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-bench.lock
	$(BIN)/python -m benchmarks

soak: setup
	$(BIN)/python -m littlewars.lab.soak --games $${GAMES:-2000} --jobs $${JOBS:-2} --every $${EVERY:-25} --cases tests/cases

# Breaks rules at random places, one at a time, and reports what no test notices: make mutate BOOK=defiance COUNT=50 SEED=7
mutate: setup
	$(BIN)/python -m tools.mutate $${BOOK:-oversoul} --count $${COUNT:-200} --seed $${SEED:-1} --jobs $${JOBS:-2} $(ARGS)

format: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/python hatch_build.py run format

# Pins every dependency anew, for all platforms and without addresses.
lock: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --no-emit-index-url --no-annotate --no-header \
	    --extra test pyproject.toml -o requirements.lock
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --no-emit-index-url --no-annotate --no-header \
	    --extra bench -c requirements.lock pyproject.toml -o requirements-bench.lock

clean:
	rm -rf web/node_modules src/littlewars/server/static .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .mutate battle.svg battle.jsonl
