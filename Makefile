# Perroquet's commands. Each makes the virtual environment it needs; the second time that costs nothing.
#   make run                        the device, on simulated parts when this is not a Pi
#   make test                       lint, then every test, with coverage of the rules
#   make test PYTHON=python3.13 VENV=.venv313

PYTHON ?= python3
VENV ?= .venv
JOBS ?= 2
ARGS ?=
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --no-deps --use-pep517
# The requirement files are installed as they are; a package they forgot must not go unnoticed.
COMPLETE = said=$$($(BIN)/python -m pip --disable-pip-version-check check) || { echo "$$said" >&2; exit 1; }
CHECKED := device firmware hardware tests
# What the tests start, a command or a library, and the Debian package it comes from. Playwright's own Node wants libatomic.
SYSTEM := pulseaudio:pulseaudio pactl:pulseaudio-utils chromium:chromium systemd-analyze:systemd libatomic.so.1:libatomic1
PYTHON313 ?= $(shell for python in python3.13 $$HOME/.pyenv/versions/3.13*/bin/python3.13; do \
	"$$python" -c '' 2>/dev/null && echo "$$python" && break; done)

.PHONY: run test test-313 test-opencv5 pytest lint bench fuzz arm64 hil powercut models deps clean

run: $(VENV)/run.stamp
	@$(BIN)/perroquet run $(ARGS)

test: deps lint pytest

pytest: $(VENV)/test.stamp
	@$(BIN)/python -m pytest -W error -n $(JOBS) --dist loadfile --cov --cov-report=term $(ARGS)

# The other Python the device meets (Raspberry Pi OS Trixie), where this machine has it. The rules' coverage was measured once.
test-313: deps
ifeq ($(PYTHON313),)
	@echo "No Python 3.13 on this machine: nothing tested with it."
else
	@$(MAKE) --no-print-directory PYTHON=$(PYTHON313) VENV=.venv313 .venv313/test.stamp
	@.venv313/bin/python -m pytest -W error -n $(JOBS) --dist loadfile $(ARGS)
endif

# The camera's rooms on the next OpenCV, laid before the pinned one.
test-opencv5: $(VENV)/test.stamp
	@test -d build/opencv5/cv2 || $(PIP) --target build/opencv5 opencv-python-headless==5.0.0.93
	@PYTHONPATH=build/opencv5 $(BIN)/python -m pytest -W error tests/vision $(ARGS)

lint: $(VENV)/test.stamp
	@$(BIN)/ruff format --check --quiet $(CHECKED)
	@$(BIN)/ruff check --quiet $(CHECKED)
	@$(BIN)/pyright --pythonpath $(BIN)/python
	@$(BIN)/lint-imports --no-logo

bench: $(VENV)/test.stamp
	@for bench in tests/benchmarks/bench_*.py; do echo "# $$bench"; $(BIN)/python "$$bench" $(ARGS) || exit 1; done

# Inputs spoilt for as long as you like: make fuzz ARGS="--seconds 600 captures". Faults are kept in build/fuzz.
fuzz: $(VENV)/test.stamp
	@$(BIN)/python -m tests.fuzz $(ARGS)

# The bench ladder above the tests; as root, some minutes each. tests/hil/README.md says what they want and prove.
arm64:
	@for suite in bookworm trixie; do tests/hil/root.sh arm64 $$suite || exit 1; done

hil: $(VENV)/test.stamp
	@$(BIN)/python -m tests.hil.ladder $(ARGS)

powercut: $(VENV)/test.stamp
	@$(BIN)/python -m tests.hil.powercut $(ARGS)

# The printed parts anew: STL, pictures and their figures into hardware/, STEP into build/models. A gigabyte of CAD, once.
models: .venv-models/made.stamp
	@.venv-models/bin/python -m hardware.models $(ARGS)

.venv-models/made.stamp: hardware/requirements.txt
	@$(PYTHON) -m venv .venv-models
	@.venv-models/bin/python -m pip --disable-pip-version-check install --quiet --no-deps --requirement hardware/requirements.txt
	@touch $@

deps:
	@PATH="$$PATH:/usr/sbin:/sbin"; missing=; \
	for pair in $(SYSTEM); do wanted=$${pair%%:*}; case $$wanted in \
		*.so.*) ! command -v ldconfig >/dev/null 2>&1 || ldconfig -p | grep -q "$$wanted";; \
		*) command -v "$$wanted" >/dev/null 2>&1;; esac || missing="$$missing $${pair##*:}"; done; \
	if $(PYTHON) -c '' 2>/dev/null; then $(PYTHON) -c 'import ensurepip' 2>/dev/null || missing="$$missing python3-venv"; fi; \
	[ -n "$$missing" ] || exit 0; \
	line="apt-get install --yes --no-install-recommends$$missing"; \
	if ! command -v apt-get >/dev/null; then echo "Missing on this system:$$missing. Install them, then try again." >&2; exit 1; fi; \
	if [ "$$(id -u)" = 0 ]; then as=; elif sudo -n true 2>/dev/null; then as=sudo; \
	else echo "System packages are missing. Run this line once: sudo $$line" >&2; exit 1; fi; \
	echo "Installing$$missing"; \
	$$as apt-get update --quiet=2 && $$as env DEBIAN_FRONTEND=noninteractive $$line --quiet=2 >/dev/null

clean:
	rm -rf .venv .venv313 .venv-models dist build .pytest_cache .ruff_cache .hypothesis .import_linter_cache .coverage .coverage.*
	find $(CHECKED) -name __pycache__ -prune -exec rm -rf {} +

$(VENV)/made.stamp:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Perroquet needs Python 3.11 or newer, and PYTHON=$(PYTHON) is not that. Try: make PYTHON=python3.13" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "No venv module: run 'make deps' first." >&2; exit 1; }
	@touch $@

$(VENV)/run.stamp: $(VENV)/made.stamp device/requirements/run.txt pyproject.toml
	@echo "Preparing $(VENV)"
	@$(PIP) --requirement device/requirements/run.txt
	@$(PIP) --editable .
	@$(COMPLETE)
	@touch $@

$(VENV)/test.stamp: $(VENV)/run.stamp device/requirements/test.txt
	@echo "Preparing $(VENV) for tests"
	@$(PIP) --requirement device/requirements/test.txt
	@$(COMPLETE)
	@touch $@
