# crdiff. Needs Python 3.11 or newer and make, nothing else: the first target makes .venv.
#
#   make site    build the website into build/site, of what comes with crdiff; with CORPUS=DIR of all texts held there
#   make test    formatting, lint, types and the tests of all that a clone without official texts can check
#   make test-whole  the tests that need official texts, on whole archives and their sites too, and on random inputs
#   make serve   show the website at http://127.0.0.1:8000 and rebuild it on change
#   make lint    the quick part of test: formatting, lint, types and the form of the repository (tests/form)
#   make lock    pin what the Action installs, with hashes, in locked/
#   make bench   what commands cost, as multiples of a fixed work
#   make clean   remove what was built (not .venv)

PYTHON ?= python3
PYTEST_OPTIONS ?= -n 2 --dist loadfile --no-loadscope-reorder # tests/conftest.py says which files come first
unexport PYTHONDONTWRITEBYTECODE # to compile the tests anew takes each process 15 s
BIN := .venv/bin
BUILDS := .venv/.builds
READY := .venv/.ready
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: site test test-whole serve lint lock bench clean

site: $(BUILDS)
	$(BIN)/crdiff site build $(if $(CORPUS),--corpus $(CORPUS),--built-in)

test: lint
	$(BIN)/python -m pytest $(PYTEST_OPTIONS) -m 'not whole' --ignore=tests/form

test-whole: $(READY)
	$(BIN)/python -m pytest $(PYTEST_OPTIONS) -m whole

serve: $(BUILDS)
	$(BIN)/crdiff site serve $(if $(CORPUS),--corpus $(CORPUS),--built-in)

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy & types=$$!; $(BIN)/python -m pytest -q tests/form; form=$$?; wait $$types && exit $$form

LOCK := $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-header --no-annotate
lock: $(READY)
	$(INSTALL) uv
	$(LOCK) --extra import -o locked/run.txt pyproject.toml
	printf 'hatchling\nsetuptools\n' | $(LOCK) -o locked/build.txt -

bench: $(READY)
	$(BIN)/python benchmarks/bench.py
	$(BIN)/python benchmarks/growth.py
	$(BIN)/python benchmarks/archive.py
	$(BIN)/python benchmarks/site.py
	$(BIN)/python benchmarks/citations.py

clean:
	rm -rf build dist .mypy_cache .ruff_cache .hypothesis .benchmarks
	find . -name __pycache__ -not -path './.venv/*' -prune -exec rm -rf {} +

$(BUILDS): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "crdiff needs Python 3.11 or newer; set PYTHON, e.g. make PYTHON=python3.12")'
	$(PYTHON) -m venv .venv
	$(INSTALL) --editable '.[checks,site]'
	$(BIN)/python -m compileall -q crdiff
	touch $@

$(READY): $(BUILDS)
	$(INSTALL) --editable '.[dev]'
	touch $@
