GO          ?= go
FUZZTIME    ?= 3000x
CORPUS      ?= $(DOC_ITERATE_CORPUS)
PEERS       ?= $(DOC_ITERATE_PEERS)
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
ACTIONLINT  := github.com/rhysd/actionlint/cmd/actionlint@v1.7.12

.PHONY: build mcp-client test race lint lint-systems fuzz bench bench-locate bench-restore bench-replay bench-roundtrip bench-model bench-import bench-first bench-reviews bench-peers bench-dialects bench-quality bench-scale bench-plots equal rooms demo browser inspector ci profile release packages notices notes site site-tools docs vscode

# All but the tests compile the packages once: vet of a system leaves in Go's cache what the release for it is linked of.
build lint lint-systems docs fuzz demo browser inspector release packages notices notes: export CGO_ENABLED = 0
build lint lint-systems docs fuzz demo browser inspector release packages notices notes: export GOFLAGS := $(GOFLAGS) -trimpath

# Without C: the loader and the start of libc take a fifth of the time of a short check.
build:
	$(GO) build -o bin/ ./cmd/doc-iterate ./cmd/doc-iterate-mcp

# The race detector makes tests five times slower. Of the packages that start something side by side those run under it
# that are quick, and of the command, which starts thousands of processes, the tests that do the same with all of it.
# `make race` runs the others, too.
# internal/app/history runs thousands of scripts and starts nothing side by side.
RACED        = $(shell $(GO) list ./internal/app/... | grep -v /history$$) ./internal/files ./internal/parallel ./internal/terminal ./loop ./loop/decide ./loop/track ./review/habit ./rollback/repo ./rollback/internal/...
RACEDTESTS  := Jobs|Editor|Agents|Shards|Signals|Interrupt|Panic|Scenarios/(check|engine_[ceu]|interactive$$|interactive_resume|shards|three)

# More packages at a time than processors: the tests of rollback wait for the disk most of the time. No result is kept: to
# compare the files that the tests of commands open takes longer than many of them.
test:
	$(GO) test -count=1 -p 4 -timeout 20m $$($(GO) list ./... | grep -vxF "$$($(GO) list $(RACED))")
	$(GO) test -race -p 4 -timeout 20m $(RACED)
	$(GO) test -race -count=1 -run '$(RACEDTESTS)' -timeout 20m ./cmd/doc-iterate

race:
	$(GO) test -race -p 4 -timeout 30m ./rollback ./review/... ./fixers/... ./loop/...

lint:
	@unformatted=$$(gofmt -l $$(git ls-files '*.go')); \
	if [ -n "$$unformatted" ]; then echo "gofmt would change:"; echo "$$unformatted"; exit 1; fi
	$(GO) vet ./...
	$(GO) run $(STATICCHECK) ./...
	$(GO) run $(ACTIONLINT)

# What is compiled for other systems alone. Vet compiles the tests too. No test was run on Windows here:
# docs/installing.md says so.
lint-systems:
	GOOS=darwin $(GO) vet ./rollback/... ./cmd/doc-iterate
	GOOS=windows $(GO) vet ./...

# The documents of this repository, with the rules that it ships.
docs:
	$(GO) run ./cmd/doc-iterate check --no-progress --fail-on suggestion *.md docs rules

# The documentation site, into bin/site. VitePress fails where a link leads nowhere.
site-tools:
	cd docs && npm install --no-package-lock --ignore-scripts --no-audit --no-fund --silent
site: site-tools
	cd docs && npm run --silent build

# Every fuzz target for FUZZTIME each; go can fuzz one target at a time, and would link the tests of a package anew for
# each. A count of runs rather than a time: a target that is busy when its time ends is reported as failed. Minimizing
# what is merely interesting is kept short.
fuzz:
	@set -e; cache=$$($(GO) env GOCACHE)/fuzz; mkdir -p bin; \
	for package in $$($(GO) list -f '{{.ImportPath}}={{.Dir}}' ./...); do \
	  targets=$$(grep -hos '^func Fuzz[A-Za-z0-9]*' $${package#*=}/*_test.go | cut -c6-); \
	  [ "$$targets" ] || continue; \
	  $(GO) test -c -fuzz . -o $(CURDIR)/bin/fuzz.test $${package%%=*}; \
	  for target in $$targets; do \
	    echo "$${package%%=*} $$target"; \
	    (cd $${package#*=} && $(CURDIR)/bin/fuzz.test -test.run '^$$' -test.fuzz "^$$target$$" -test.fuzztime $(FUZZTIME) \
	      -test.fuzzminimizetime 20x -test.fuzzcachedir $$cache/$${package%%=*}); \
	  done; \
	done

bench:
	$(GO) test -run '^$$' -bench . -benchmem ./...

# CPU and allocation profiles of a check of the documents below CORPUS, or with
# PROFILE=FixCorpus/dry of a fix that writes nothing, or of FixCorpus/written:
#   go tool pprof -top bin/profile.test bin/cpu.prof
PROFILE     ?= CheckCorpus
profile:
	@mkdir -p bin
	DOC_ITERATE_CORPUS=$(abspath $(CORPUS)) $(GO) test -run '^$$' -bench $(PROFILE) -benchtime 5x \
	  -cpuprofile $(CURDIR)/bin/cpu.prof -memprofile $(CURDIR)/bin/mem.prof -o $(CURDIR)/bin/profile.test ./cmd/doc-iterate

# Locating, by classes of noise, on the Markdown documents below CORPUS.
bench-locate:
	$(GO) run ./bench/locate $(CORPUS)

# Whether reviews in all formats are resolved as they were meant: errors are planted in
# documents below CORPUS, and the bytes compared.
bench-restore:
	$(GO) run ./bench/restore $(CORPUS)

# Small commits of the clones REPOS, told as reviews and compared with the commits' bytes.
bench-replay: build
	$(GO) run ./bench/replay -edits 150 -ages 0,2 bin/doc-iterate $(REPOS)

# What ten passes of simulated fixers leave of documents below CORPUS: whole files, search
# and replace, and doc-iterate.
bench-roundtrip:
	$(GO) run ./bench/roundtrip $(CORPUS)

# Language models: recorded answers about twenty documents, replayed by a stand-in of each API, and with faults.
bench-model: build
	$(GO) run ./bench/model bin/doc-iterate

# Whether imported configurations find what their own linters find. PEERS holds the linters as bin and node_modules, CLONES
# the repositories of bench/imports/sites.go as OWNER+NAME.
bench-import: build
	$(GO) run ./bench/imports bin/doc-iterate $(PEERS) $(CLONES)

SEED        ?= 1

# 60 findings that a first check of six sites shows one by one, for a person to look up. CLONES holds the repositories of
# bench/first/main.go as OWNER+NAME.
bench-first: build
	$(GO) run ./bench/first -seed $(SEED) bin/doc-iterate $(CLONES)

# What large reviews cost, about documents below CORPUS and about documents that it makes.
bench-reviews: build
	$(GO) run ./bench/reviews $(CORPUS)

# Whether the edits that rumdl, markdownlint and textlint offer give the bytes that
# their own fixing gives. PEERS holds them as bin and node_modules.
bench-peers:
	$(GO) run ./bench/peers $(PEERS) $(CORPUS)

# Whether the fixers can be trusted, on the Markdown documents below CORPUS. Needs
# Python and cmark-gfm; fetches nothing.
bench-quality:
	$(GO) run ./bench/quality $(CORPUS)

# Whether the documents that fix changes are the same pages under the programs of seven sites. CLONES holds the
# repositories of bench/dialects/programs.go as OWNER+NAME, NODE the packages of npm that it names.
bench-dialects: build
	$(GO) run ./bench/dialects bin/doc-iterate $(CLONES) $(NODE)
	$(GO) run ./bench/dialects -rules bench/equal/rules/every.json bin/doc-iterate $(CLONES) $(NODE)

# How time and memory grow with the number of documents: copies of the Markdown documents below
# CORPUS, one table, and a failure where a line of it is missed. PEERS holds bin/rumdl.
SCALE       ?= -copies 1,4,16
bench-scale:
	$(GO) run ./bench/scale $(SCALE) $(if $(PEERS),-peers $(abspath $(PEERS))) $(CORPUS)

# The same, and pictures of it in docs/pictures.
bench-plots:
	$(GO) run ./bench/scale $(SCALE) $(if $(PEERS),-peers $(abspath $(PEERS))) -plots docs/pictures $(CORPUS)

# Whether a change left every output as it was: what check and fix say of the Markdown documents below CORPUS, with three
# configurations, one and two jobs, as text, JSON, SARIF and diff. The first run, and one with RECORD=1, writes the hashes
# into bin/equal; the outputs are kept there too, so that what differs can be read.
RECORD      ?=
equal: build
	$(GO) run ./bench/equal -golden bin/equal/$(notdir $(CORPUS)).txt -keep bin/equal/$(notdir $(CORPUS)) $(if $(RECORD),-record) \
	  bin/doc-iterate $(CORPUS)

# How large each package is: lines and files, without tests.
rooms:
	@for d in $$($(GO) list -f '{{.Dir}}' ./...); do \
	  cat $$(ls $$d/*.go | grep -v _test.go) /dev/null | wc -l | tr '\n' '\t'; \
	  ls $$d/*.go | grep -vc _test.go | tr '\n' '\t'; echo $${d#$(CURDIR)/}; \
	done | sort -rn

# Everything that a release has, with checksums.txt, into dist/. Needs a commit; fetches nfpm once.
release:
	$(GO) run ./release dist

# The npm packages and Python wheels alone, into dist/.
packages:
	$(GO) run ./release packages

notices:
	$(GO) run ./release notices

# What CHANGELOG.md says of the version.
notes:
	@$(GO) run ./release notes

# The extension for VS Code, as bin/doc-iterate.vsix.
vscode:
	cd editors/vscode && npm install --no-package-lock --ignore-scripts --no-audit --no-fund --silent
	cd editors/vscode && npm run --silent check && node package.mjs ../../bin/doc-iterate.vsix

demo: build
	@testdata/demo/run bin/doc-iterate

# A client of the Model Context Protocol in another language, for the test that calls each tool with it.
mcp-client:
	npm install --prefix bin/mcp-client --no-audit --no-fund --silent @modelcontextprotocol/sdk@1.32.2

# Every tool of the server for agents, by the official inspector. Says so and does nothing where it can't be had.
inspector: build
	@testdata/inspector/run bin

# The HTML page in a Chromium. Says so and does nothing where there is none; PICTURES=1
# writes those in docs/pictures anew.
PICTURES    ?=
browser: build
	@testdata/browser/run bin/doc-iterate $(if $(PICTURES),--pictures)

ci: test lint docs
