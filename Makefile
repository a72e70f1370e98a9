# Woodshed: `make run` and `make test` are all you need; `make help` lists the rest.

PORT ?= 8080
DATA ?=
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
MAKEFLAGS += --no-builtin-rules --no-print-directory

native := .build/release
# Where the programs for the browser are: those of the page, and those that play and listen.
wasm := .build/page/wasm32-unknown-none-wasm/release
wasm_sound := .build/sound/wasm32-unknown-none-wasm/release
# The compiler asks for memory all the time, and gets it more quickly here than from the C library.
compile := LD_PRELOAD=libjemalloc.so.2 swift build --quiet -c release
swift_native := $(compile) --product
# Tests and what is released come from one build (Docs/Decisions/0067). Without the last option, SwiftPM would compile everything again.
swift_test := swift test --quiet -c release --disable-testable-imports
# The programs of the page: the app, the app with the trial pages, the clerk that reads and writes files, the analyst that
# answers questions about reeds, and the stage of Light.
programs := Browser Trials Clerk Analyst Stage
# The programs outside the page: the player on the audio thread, and the listener, the stage of Light, the clerk and the
# analyst in workers.
beside := player=$(wasm_sound)/Worklet.wasm listener=$(wasm_sound)/Listener.wasm stage=$(wasm)/Stage.small.wasm \
	clerk=$(wasm)/Clerk.small.wasm analyst=$(wasm)/Analyst.small.wasm
venv := .build/venv
# With BUILT=1, what was built last is taken as it is: to find that nothing changed takes SwiftPM seconds for each program.
BUILT ?=
once = [ -n "$(BUILT)" ] ||
# The number of processes for browser tests, each with its own browsers and servers.
JOBS ?= 3

.DEFAULT_GOAL := help
.PHONY: help run greet dev test check bench bench-sound bench-dev build web wasm native install install-test clean \
	test-native test-wasm test-vectors test-ledger test-browser test-quick prove format

help: ## list these targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1#\2/p' Makefile | \
		while IFS='#' read -r name text; do printf '  make %-11s %s\n' "$$name" "$$text"; done
	@echo "  Options: PORT=8080 DATA=folder, as in: make run PORT=9000"

run: greet build ## build what changed and serve the app on this machine
	@echo "Ready. Open the address below and try Tools first: Tuner, Drone and Metronome need no setup."
	@echo "The sign-in link is for syncing between devices. Ctrl-C stops the server."
	@exec $(native)/woodshed serve --port $(PORT) $(if $(DATA),--data "$(DATA)")

greet:
	@if [ -x $(native)/woodshed ] && [ -d $(native)/web ]; then echo "Woodshed: building what changed …"; else \
		echo "Woodshed: building the server and the app, then serving them at http://localhost:$(PORT)/"; \
		echo "The first build takes several minutes; later ones only redo what changed."; fi

dev: build ## build quickly and serve, and again whenever a source or a style changes
	@Tools/dev.sh $(PORT) "$(DATA)"

# A program for the browser is compiled module by module on one processor, so the server is built at the same time.
build: install ## build the server and the web app, optimised
	@$(MAKE) -j2 native wasm
	@$(assemble)

native: install
	@$(once) echo "Building the server and the command line …"
	@$(once) $(swift_native) woodshed
	@$(once) $(swift_native) build-web

wasm: install
	@$(once) echo "Building the app for the browser …"
	@$(once) { Tools/wasm.sh sound Worklet Listener & Tools/wasm.sh page $(programs) && wait $$!; }

web: native wasm ## build only the web app, into .build/release/web
	@$(assemble)

assemble = Tools/web.sh $(native)/build-web $(native)/web program+rest=$(wasm)/Browser.small.wasm trials=$(wasm)/Trials.small.wasm $(beside)

test: install-test ## everything: native, WebAssembly, sockets, browsers
	@$(MAKE) -j2 --output-sync=target test-native wasm-for-tests
	@$(MAKE) BUILT=1 test-ledger test-wasm test-browser
	@echo "All tests passed."

test-native: install-test
	@echo "Testing natively …"
	@$(compile) --build-tests
	@$(swift_test)

# What only tests run.
.PHONY: wasm-for-tests
wasm-for-tests: wasm
	@Tools/wasm.sh page WasmVectors Workbench

test-vectors: install-test wasm
	@echo "Testing in WebAssembly …"
	@$(once) { Tools/wasm.sh page WasmVectors & $(swift_native) vectors && wait $$!; }
	@node Tests/Wasm/run.mjs $(wasm)/WasmVectors.small.wasm $(native)/vectors

test-wasm: test-vectors
	@$(native)/vectors pairs 10000 7 & $(native)/vectors pairs 10000 8 && wait $$!

# The first run simulates only the rules, in the 20,000 schedules that find each mistake of Tests/Mutations that is not named as rare (those in SQLite's store are found on SQLite); in the second every message is encoded and goes to a real SQLite.
test-ledger: native
	@echo "Running simulated schedules …"
	@$(native)/woodshed simulate --schedules 20000 --seed 1
	@$(native)/woodshed simulate --schedules 5000 --seed 2 --store sqlite
	@$(native)/woodshed simulate --fuzz 200000 --seed 3

prove: install-test build workbench $(venv)/ready ## long tests: hours of simulation, planted mistakes, damaged bytes and requests, a server killed 500 times, ten hours of hostile play in Light, an hour of clicks and of recording, ten minutes of all tools, ten browser runs under load
	@$(native)/woodshed simulate --schedules 2000000 --seed 11
	@$(native)/woodshed simulate --schedules 100000 --seed 12 --store sqlite
	@$(native)/woodshed simulate --fuzz 5000000 --seed 13
	@WOODSHED_KILLS=500 $(swift_test) --filter KillTests
	@WOODSHED_DAMAGED=5000000 $(swift_test) --filter LiveFuzzTests
	@WOODSHED_LIGHT_SECONDS=36000 $(swift_test) --filter LimiterTests
	@Tools/mutations.sh
	@WOODSHED_SOUND_SECONDS=3600 $(venv)/bin/python -m pytest -q -s Tests/Browser/test_sound_hidden.py
	@WOODSHED_TAKE_SECONDS=3600 $(venv)/bin/python -m pytest -q -s Tests/Browser/test_takes.py -k every_sample
	@WOODSHED_TUNER_SECONDS=10 $(venv)/bin/python -m pytest -q -s Tests/Browser/test_tuner.py -k readings_cost
	@WOODSHED_TOOLS_SECONDS=600 $(venv)/bin/python -m pytest -q -s Tests/Browser/test_tools.py -k all_tools
	@Tools/browser_runs.sh 10

test-browser: install-test build workbench $(venv)/ready
	@$(once) $(swift_native) vectors
	@echo "Testing in Chromium and WebKit …"
	@$(venv)/bin/python -m pytest -q -n $(JOBS) --dist worksteal --durations=10 -m "not alone" Tests/Browser
	@$(venv)/bin/python -m pytest -q -m alone Tests/Browser

# The tests can be chosen: make test-quick MODULE=Ledger FILE=test_toasts
test-quick: TESTS = $(if $(MODULE),$(MODULE)Tests,$(shell Tools/touched.sh tests))
test-quick: FILE ?= $(shell Tools/touched.sh browser)
# The last build of the trial pages is good enough if no test uses them.
test-quick: PROGRAMS = Browser Clerk Analyst Stage WasmVectors \
	$(if $(wildcard $(wasm)/Trials.small.wasm),$(shell Tools/touched.sh trials $(FILE)),Trials) \
	$(if $(shell grep -l workbench Tests/Browser/$(FILE).py 2>/dev/null),Workbench)
test-quick: install-test $(venv)/ready ## test what a change affects: its module, the vectors, one file of browser tests
	@$(MAKE) -j2 --output-sync=target test-touched wasm TESTS='$(TESTS)' programs='$(PROGRAMS)'
	@$(MAKE) BUILT=1 test-vectors build $(if $(findstring Workbench,$(PROGRAMS)),workbench)
	@[ -z "$(FILE)" ] || { echo "Testing $(FILE) in the browser …"; \
		$(venv)/bin/python -m pytest -q -n $(JOBS) --dist worksteal Tests/Browser/$(FILE).py; }
	@echo "These tests passed."

.PHONY: test-touched
test-touched: install-test
	@$(compile) --build-tests
	@[ -z "$(TESTS)" ] || { echo "Testing $(TESTS) …"; $(swift_test) --filter '^($(TESTS))\.'; }

.PHONY: workbench
workbench: native wasm # the pages for tests and benchmarks in the browser
	@$(once) Tools/wasm.sh page Workbench
	@rm -rf .build/workbench
	@$(native)/build-web Web .build/workbench program=$(wasm)/Workbench.small.wasm $(beside)

$(venv)/ready: Tests/Browser/requirements.txt
	@echo "Installing the browser's test tools from PyPI …"
	@python3 -m venv $(venv)
	@$(venv)/bin/pip install --quiet --disable-pip-version-check -r $<
	@touch $@

check: install-test build ## format, warnings, WebAssembly imports and exports, sizes
	@Tools/check.sh $(native)/web $(wasm)/Browser.wasm $(wasm)/Trials.wasm $(wasm_sound)/Worklet.wasm \
		$(wasm_sound)/Listener.wasm $(wasm)/Clerk.wasm $(wasm)/Analyst.wasm $(wasm)/Stage.wasm

bench: install-test build workbench $(venv)/ready ## run all benchmarks, with competitors
	@Benchmarks/run.sh

bench-sound: install-test build $(venv)/ready ## benchmark pitch, clicks, drones and scores, with competitors
	@Tools/install.sh sound
	@Benchmarks/sound/run.sh $(native)/woodshed

bench-dev: install-test build $(venv)/ready ## measure how long a change takes to appear in make dev
	@$(venv)/bin/python Benchmarks/browser/dev.py

format: ## format the source
	@swift format -i -r Sources Tests Package.swift

clean: ## remove all build products
	@rm -rf .build

install:
	@Tools/install.sh run

install-test:
	@Tools/install.sh test
