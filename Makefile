# Works on a fresh machine with Swift 6.3; whatever else is needed is installed first. The compiler's settings are
# explained in Package.swift.

PREFIX ?= /usr/local
WEEK ?= 2026-W39
SWIFT_BUILD = swift build -c release --static-swift-stdlib --explicit-target-dependency-import-check error $(LINK_TIME)
# Link-time optimisation over all modules saves a seventh of the time. Not tried with Apple's linker.
LINK_TIME = $(if $(filter Linux,$(shell uname)),--experimental-lto-mode full -Xswiftc -use-ld=lld)
PROGRAM = .build/release/freshness

.PHONY: report test build lint fuzz sanitize bench install libraries clean

## Build, and write the sample week's report.
report: build
	@$(PROGRAM) report --week $(WEEK) --root .
	@echo "The report is in the file above; the thresholds are in metrics/slo.json, the definitions in metrics/README.md."

## Programs that tests run: python3, and on Linux tools that count instructions and system calls.
TEST_TOOLS = python3 $(if $(filter Linux,$(shell uname)),strace valgrind)

## The module that validates exports against the schema. The first python3 in PATH may lack the module of the system's.
HAS_JSONSCHEMA = for python in python3 /usr/bin/python3; do \
	$$python -c 'from jsonschema import Draft202012Validator' 2>/dev/null && exit 0; done; exit 1

## Everything that .ci/run checks.
test: build lint
	@for tool in $(TEST_TOOLS); do \
		command -v $$tool >/dev/null || scripts/install-libraries $$tool || exit 1; \
	done
	@($(HAS_JSONSCHEMA)) || scripts/install-libraries python3-jsonschema
	@($(HAS_JSONSCHEMA)) || { echo "python3 has no module jsonschema 4: install it (Debian: python3-jsonschema)" >&2; exit 1; }
	FRESHNESS_PROGRAM=$(CURDIR)/$(PROGRAM) swift test --disable-xctest --explicit-target-dependency-import-check error

## The release binary. It carries the Swift runtime.
build: libraries
	$(SWIFT_BUILD) --product freshness

lint:
	swift format lint --strict --recursive Package.swift Sources Tests

## Fuzz the reader of exports, starting from the case files.
FUZZ_SECONDS ?= 60
fuzz: libraries
	FRESHNESS_FUZZ=1 swift build -c release --scratch-path .build/fuzz --product Fuzz \
		-Xswiftc -sanitize=fuzzer,address -Xcxx -fsanitize=fuzzer-no-link,address
	mkdir -p .build/fuzz-corpus
	for case in Tests/freshnessTests/Fixtures/cases/*/*json; do \
		cp "$$case" ".build/fuzz-corpus/$$(echo "$$case" | tr / _)"; \
	done
	.build/fuzz/release/Fuzz .build/fuzz-corpus -max_total_time=$(FUZZ_SECONDS) -max_len=16384 -artifact_prefix=.build/fuzz-

## The tests with the address and thread sanitizers, also in the program that they run. Left out are tests under valgrind or
## strace (CountsTests, CostTests, MemoryTests), of timing (KillTests) and of memory use (LargeInputTests); those with
## Fixtures/inside.c skip themselves, because both libraries must be loaded first. Leaks are detected in the program only:
## Foundation (6.3) leaks a page for each empty file that the tests read.
SANITIZERS ?= address thread
NOT_SANITIZED = CountsTests|CostTests|MemoryTests|KillTests|LargeInputTests
sanitize: libraries
	for sanitizer in $(SANITIZERS); do \
		env -u FRESHNESS_PROGRAM FRESHNESS_SANITIZER=$$sanitizer ASAN_OPTIONS=detect_leaks=0 \
			swift test --disable-xctest --sanitize=$$sanitizer \
			--scratch-path .build/$$sanitizer --skip '$(NOT_SANITIZED)' || exit 1; \
	done

## Time the program beside DuckDB, pandas and the sqlite3 shell: see Benchmarks/README.md.
bench: build
	python3 Benchmarks/bench.py

## Put the program and its manual page under PREFIX; DESTDIR is honoured.
install: build
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 $(PROGRAM) "$(DESTDIR)$(PREFIX)/bin/freshness"
	-strip "$(DESTDIR)$(PREFIX)/bin/freshness"
	install -d "$(DESTDIR)$(PREFIX)/share/man/man1"
	install -m 644 docs/freshness.1 "$(DESTDIR)$(PREFIX)/share/man/man1/freshness.1"

## The system libraries that are missing, through apt or brew.
libraries:
	@scripts/install-libraries

clean:
	rm -rf .build .freshness
