# The short way to everything; the build itself is CMake's (see CMakePresets.json).
#
#   make           build/heddle                 make demo     install what is missing, find two bugs
#   make test      install, run every test      make bench    sizes and times of the examples
#   make test JOBS=4   so many tests at a time; as many as there are processors if it is not said
#   make install   to PREFIX (and DESTDIR)      make packages install what is missing
#   make library   doc/library.md               make noop     does a test need each model?
#   make scaling   sizes and times as programs grow: a table, and plots in build/scaling
#   make mutants   does a test notice each broken rule? (part of make test)
#   make fuzz TIME=10m SEED=1                   random programs, for that time
#   make agree COUNT=100000 SEED=1              do all engines agree on random small programs?
#   make emit-all  every test program, emitted in C and run
#   make libfuzz   fuzz the parsers, SECONDS=600   make hard   hard conditions, the long version
#   make format, make lint, make coverage, make clean

PREFIX ?= /usr/local

.PHONY: all build packages demo test bench install library noop mutants fuzz agree libfuzz hard coverage emit-all scaling
.PHONY: format lint clean
.NOTPARALLEL:

all: build

build: check-packages build/build.ninja
	@cmake --build build --target programs

.PHONY: check-packages
check-packages:
	@scripts/bootstrap.sh --check

packages:
	@scripts/bootstrap.sh

build/build.ninja: | check-packages
	cmake --preset release
build/%/build.ninja: | check-packages
	cmake --preset $*

# A bug found is exit code 10, and here what we want to see. The first is found at once; the second after
# so many states, always the same, so that there is no luck in it. The limit is for machines that are very busy.
demo: packages build
	@echo
	build/heddle check examples/lost_update.c; test $$? -eq 10
	@printf '\nThat was easy. The next one needs three threads that interrupt each other many times. It is found\n'
	@printf 'in some seconds; on a terminal the last line shows how far the search is.\n\n'
	build/heddle check examples/safestack.c --time 1h; test $$? -eq 10

test: packages build build/asan/build.ninja build/libfuzzer/build.ninja
	@cmake --build build --target fuzz --target calls --target agree
	@cmake --build build/asan
	@cmake --build build --target mutants
	@cmake --build build/libfuzzer --target fuzz_targets
	@JOBS=$(JOBS) scripts/test.sh

bench: packages build
	test/tools/bench.sh
	test/tools/bench.sh --models
	test/tools/bench.sh --solvers
	test/tools/bench.sh --tools
	test/tools/bench.sh --effects
	@cmake --build build --target states
	build/test/states examples/safestack.c test/prog/states_*.c

scaling: packages build
	@cmake --build build --target plot
	test/scaling/scaling.sh

# The prefix is compiled in as the last place to look for the models.
install: check-packages
	cmake --preset release -DCMAKE_INSTALL_PREFIX=$(PREFIX)
	cmake --build build --target programs
	cmake --install build

coverage: packages build/coverage/build.ninja
	cmake --build build/coverage
	find build/coverage -name '*.gcda' -delete
	ctest --preset coverage -j 2
	@scripts/coverage.sh

# What is modelled, from the comments in share/models.
library: check-packages
	@mkdir -p build
	@scripts/library.sh >build/library.md && cp build/library.md doc/library.md

# Models replaced by nothing, one after the other: a test must fail. Minutes.
noop: packages build
	test/tools/noop.sh

# Rules broken on purpose, one after the other: a test must fail.
mutants: packages build
	@cmake --build build --target mutants
	test/mutants.sh

# Other programs every time, unless SEED says which. Those with findings go to build/findings.
TIME ?= 10m
SEED ?= $(shell expr $$(date +%s) % 80000 \* 50000)
fuzz: packages build
	@cmake --build build --target fuzz --target calls
	build/test/fuzz --time $(TIME) --seed $(SEED) --jobs $$(nproc) --save build/findings --shrink 10 \
	  --replay 5 --heddle build/heddle

# Random small progs, asked of all engines; from number SEED on.
COUNT ?= 100000
agree: packages build
	@cmake --build build --target agree
	build/test/agree $(COUNT) $(SEED)

# five minutes with EMIT_SECONDS=2.
emit-all: packages build
	test/tools/emit-all.sh build/heddle

# The parsers, SECONDS each; what is learnt and what fails stays in build/libfuzzer/corpus.
SECONDS ?= 600
libfuzz: packages build build/libfuzzer/build.ninja
	@cmake --build build/libfuzzer --target fuzz_targets
	@mkdir -p build/libfuzzer/corpus
	@test/libfuzzer/run.sh --seconds $(SECONDS) --keep build/libfuzzer/corpus

# No memory, no disk, signals, strange files, huge inputs. Minutes, and gigabytes of memory.
hard: packages build
	test/hard.sh --long

format:
	@scripts/format.sh

lint: check-packages
	@scripts/lint.sh

clean:
	rm -rf build
