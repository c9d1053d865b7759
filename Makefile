# Everything here works on a fresh machine with Swift 6.3; what else is needed is installed first.
# Why each setting of the compiler is on: see Package.swift.

PREFIX ?= /usr/local
WEEK ?= 2026-W39
SWIFT_BUILD = swift build -c release --static-swift-stdlib --explicit-target-dependency-import-check error
PROGRAM = .build/release/freshness

.PHONY: report test build lint install libraries clean

## Build, and write the sample week's report.
report: build
	@$(PROGRAM) report --week $(WEEK) --root .
	@echo "The report is in the file above; the thresholds are in metrics/slo.json, the definitions in metrics/README.md."

## All that .ci/run checks.
test: build lint
	FRESHNESS_PROGRAM=$(CURDIR)/$(PROGRAM) swift test --disable-xctest --explicit-target-dependency-import-check error

## The release binary. It carries the Swift runtime.
build: libraries
	$(SWIFT_BUILD) --product freshness

lint:
	swift format lint --strict --recursive Package.swift Sources Tests

## Put the program under PREFIX; DESTDIR is honoured.
install: build
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 $(PROGRAM) "$(DESTDIR)$(PREFIX)/bin/freshness"
	-strip "$(DESTDIR)$(PREFIX)/bin/freshness"

## The system libraries that are missing, through apt or brew.
libraries:
	@scripts/install-libraries

clean:
	rm -rf .build .freshness
