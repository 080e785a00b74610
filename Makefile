# The short way to everything; the build itself is CMake's (see CMakePresets.json).
#
#   make           build/heddle                 make demo     install what is missing, find a bug
#   make test      install, run every test      make bench    sizes and times of the examples
#   make install   to PREFIX (and DESTDIR)      make packages install what is missing
#   make library   doc/library.md               make noop     does a test need each model?
#   make fuzz TIME=10m SEED=1                    random programs, for that time
#   make format, make lint, make coverage, make clean

PREFIX ?= /usr/local
DEMO = examples/safestack.c --rounds 4 --unwind 3

.PHONY: all build packages demo test bench install library noop coverage fuzz format lint clean
.NOTPARALLEL:

all: build

build: check-packages build/build.ninja
	@cmake --build build --target heddle

.PHONY: check-packages
check-packages:
	@scripts/bootstrap.sh --check

packages:
	@scripts/bootstrap.sh

build/build.ninja: | check-packages
	cmake --preset release
build/%/build.ninja: | check-packages
	cmake --preset $*

# A bug found is exit code 10, and here what we want to see.
demo: packages build
	build/heddle check $(DEMO); test $$? -eq 10

test: packages build build/asan/build.ninja
	@cmake --build build --target fuzz
	@cmake --build build/asan
	@scripts/test.sh

bench: packages build
	test/tools/bench.sh
	test/tools/bench.sh --effects

# The prefix is compiled in as the last place to look for the models.
install: check-packages
	cmake --preset release -DCMAKE_INSTALL_PREFIX=$(PREFIX)
	cmake --build build --target heddle
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

# Other programs every time, unless SEED says which. Those with findings go to build/findings.
TIME ?= 10m
SEED ?= $(shell expr $$(date +%s) % 80000 \* 50000)
fuzz: packages build
	@cmake --build build --target fuzz
	build/test/fuzz --time $(TIME) --seed $(SEED) --jobs $$(nproc) --save build/findings --shrink 10

format:
	@scripts/format.sh

lint: check-packages
	@scripts/lint.sh

clean:
	rm -rf build
