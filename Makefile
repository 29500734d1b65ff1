# Everything below makes its own environment in $(VENV) and reuses it while pyproject.toml and the
# constraints are unchanged.
PYTHON ?= python3
VENV ?= .venv
WORKERS ?= 2
BIN := $(VENV)/bin
PINS := constraints/release.txt

# Training needs torch and its friends: an environment of its own, and pins of its own.
TRAIN_VENV ?= .venv-train
TRAIN_BIN := $(TRAIN_VENV)/bin
TRAIN_PINS := constraints/train-cpu.txt

# Evaluation: lighteval and torch, likewise.
EVAL_VENV ?= .venv-eval
EVAL_BIN := $(EVAL_VENV)/bin
EVAL_PINS := constraints/eval.txt

# The dataset on several machines (datatrove, Ray), and verifiers.
DATA_VENV ?= .venv-data
DATA_BIN := $(DATA_VENV)/bin

.PHONY: help demo test lint bench lock clean test-train train-demo resolve-train test-eval test-data

help:
	@echo "make demo    a small dataset of every domain, validated, and a page to look at it"
	@echo "make test    lint, types and tests"
	@echo "make lint    lint and types only"
	@echo "make bench   the measurements in benchmarks/"
	@echo "make test-train     the tests of training, with torch ($(TRAIN_VENV), several GB)"
	@echo "make test-eval      the tests of evaluation, with lighteval and torch ($(EVAL_VENV), several GB)"
	@echo "make test-data      the tests of the dataset, with Ray, datatrove and verifiers ($(DATA_VENV), 1 GB)"
	@echo "make train-demo     a tiny model trained with GRPO, beside its control (two cores, no GPU)"
	@echo "make resolve-train  whether both lock files of training still resolve"
	@echo "make lock    newest allowed versions into $(PINS)"
	@echo "make clean   remove what these commands wrote, the environment included"

# One recipe, two environments: the plain one for a user, the one with test tools for a developer.
define install
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(BIN)/python -m ensurepip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c $(PINS) -e "$(1)"
	@$(BIN)/python -c "import skia" 2>/dev/null || \
		{ echo "import skia fails: it needs libGL and libEGL: sudo apt-get install -y libgl1 libegl1" >&2; exit 1; }
	@touch $@
endef

$(VENV)/.ready: pyproject.toml $(PINS)
	$(call install,.[parquet])

$(VENV)/.ready-test: pyproject.toml $(PINS)
	$(call install,.[test])
	@touch $(VENV)/.ready

demo: $(VENV)/.ready
	rm -rf demo
	$(BIN)/trace-generate --all --samples-per-task 1 --seed 42 --output demo/dataset --workers $(WORKERS)
	$(BIN)/trace-validate demo/dataset
	$(BIN)/trace-gallery demo/gallery
	@echo "Open $(CURDIR)/demo/gallery/index.html"

lint: $(VENV)/.ready-test
	$(BIN)/ruff check .
	$(BIN)/mypy

# All three report before it fails.
test: $(VENV)/.ready-test
	@status=0; \
	$(BIN)/ruff check . || status=1; \
	$(BIN)/mypy || status=1; \
	$(BIN)/pytest -n $(WORKERS) || status=1; \
	exit $$status

$(TRAIN_VENV)/.ready: pyproject.toml $(TRAIN_PINS)
	@test -x $(TRAIN_BIN)/python || $(PYTHON) -m venv $(TRAIN_VENV)
	$(TRAIN_BIN)/python -m pip install --quiet --disable-pip-version-check -c $(TRAIN_PINS) -e ".[test,train]"
	@touch $@

test-train: $(TRAIN_VENV)/.ready
	OMP_NUM_THREADS=1 $(TRAIN_BIN)/pytest -n $(WORKERS) --dist loadfile tests/training

$(EVAL_VENV)/.ready: pyproject.toml $(EVAL_PINS)
	@test -x $(EVAL_BIN)/python || $(PYTHON) -m venv $(EVAL_VENV)
	$(EVAL_BIN)/python -m pip install --quiet --disable-pip-version-check -c $(EVAL_PINS) setuptools wheel
	$(EVAL_BIN)/python -m pip install --quiet --disable-pip-version-check -c $(EVAL_PINS) \
		--no-build-isolation --no-deps rouge_score
	$(EVAL_BIN)/python -m pip install --quiet --disable-pip-version-check -c $(EVAL_PINS) -e ".[eval,test]"
	@touch $@

test-eval: $(EVAL_VENV)/.ready
	OMP_NUM_THREADS=1 $(EVAL_BIN)/pytest -n $(WORKERS) --dist loadfile tests/evaluation evaluation

$(DATA_VENV)/.ready: pyproject.toml $(PINS)
	@test -x $(DATA_BIN)/python || $(PYTHON) -m venv $(DATA_VENV)
	$(DATA_BIN)/python -m pip install --quiet --disable-pip-version-check -c $(PINS) -e ".[test,cluster]" \
		"verifiers>=0.4,<0.5"
	@touch $@

test-data: $(DATA_VENV)/.ready
	$(DATA_BIN)/pytest -n $(WORKERS) --dist loadfile tests/dataset

train-demo: $(TRAIN_VENV)/.ready
	rm -rf train-demo
	$(TRAIN_BIN)/trace-train demo --output train-demo --workers $(WORKERS)

# The two cannot be one: vLLM pins an older torch.
resolve-train: $(TRAIN_VENV)/.ready
	$(TRAIN_BIN)/python -m pip install --quiet --dry-run --ignore-installed -c $(TRAIN_PINS) -e ".[train]"
	$(TRAIN_BIN)/python -m pip install --quiet --dry-run --ignore-installed -c constraints/train-gpu.txt \
		-e ".[train]" vllm

bench: $(VENV)/.ready-test
	set -e; for measurement in benchmarks/[a-z]*.py; do $(BIN)/python $$measurement; done

lock:
	set -e; fresh=$$(mktemp -d); trap 'rm -rf "$$fresh"' EXIT; \
	$(PYTHON) -m venv "$$fresh"; \
	"$$fresh"/bin/python -m pip install --quiet --disable-pip-version-check -e ".[test]"; \
	{ sed '/^[^#]/,$$d' $(PINS); "$$fresh"/bin/python -m pip freeze --exclude-editable; } > "$$fresh"/pins; \
	cp "$$fresh"/pins $(PINS)

clean:
	rm -rf $(VENV) $(TRAIN_VENV) $(EVAL_VENV) demo train-demo build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find trace_tasks generators tests -name __pycache__ -type d -prune -exec rm -rf {} +
