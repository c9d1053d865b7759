# Everything here works on a fresh machine with Swift 6.3; what else is needed is installed first.
# Why each setting of the compiler is on: see Package.swift.

PREFIX ?= /usr/local
WEEK ?= 2026-W39
SWIFT_BUILD = swift build -c release --static-swift-stdlib --explicit-target-dependency-import-check error $(LINK_TIME)
# Optimised once more over all modules when they are linked: a seventh less time. Apple's linker is not tried.
LINK_TIME = $(if $(filter Linux,$(shell uname)),--experimental-lto-mode full -Xswiftc -use-ld=lld)
PROGRAM = .build/release/freshness

.PHONY: report test build lint fuzz sanitize bench install libraries clean

## Build, and write the sample week's report.
report: build
	@$(PROGRAM) report --week $(WEEK) --root .
	@echo "The report is in the file above; the thresholds are in metrics/slo.json, the definitions in metrics/README.md."

## What tests start: python3 everywhere, and what counts instructions and system calls where there is such a thing.
TEST_TOOLS = python3 $(if $(filter Linux,$(shell uname)),strace valgrind)

## And what holds the schema of exports against them. The system's Python has the system's module; the one that stands first
## in PATH may be another.
HAS_JSONSCHEMA = for python in python3 /usr/bin/python3; do \
	$$python -c 'from jsonschema import Draft202012Validator' 2>/dev/null && exit 0; done; exit 1

## All that .ci/run checks.
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

## Look for bytes that the reader cannot take, beginning with the handed cases.
FUZZ_SECONDS ?= 60
fuzz: libraries
	FRESHNESS_FUZZ=1 swift build -c release --scratch-path .build/fuzz --product Fuzz \
		-Xswiftc -sanitize=fuzzer,address -Xcxx -fsanitize=fuzzer-no-link,address
	mkdir -p .build/fuzz-corpus
	for case in Tests/freshnessTests/Fixtures/cases/*/*json; do \
		cp "$$case" ".build/fuzz-corpus/$$(echo "$$case" | tr / _)"; \
	done
	.build/fuzz/release/Fuzz .build/fuzz-corpus -max_total_time=$(FUZZ_SECONDS) -max_len=16384 -artifact_prefix=.build/fuzz-

## The tests with address and thread sanitizers, of which the program beside the tests has its share: an access outside of
## what was asked for, and a value that two threads change at once, end it. Left out are tests whose program is another one
## or another one's (CountsTests, CostTests and MemoryTests: valgrind and strace; those with Fixtures/inside.c skip themselves: two
## libraries that both want to be the first), and those that are about time and not about memory (KillTests, and in
## LargeInputTests the most memory, which is the sanitizers'). Memory that is lost is looked for in the program and not in
## the tests: they read empty files, of which Foundation (6.3) loses a page each time.
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
