#!/usr/bin/env bash
# Runs every test. With sanitizers: unit tests, passes, diagnostics and programs. In the release
# build: the programs again, compared with brute force and replayed natively; litmus tests; hard
# conditions; whether tests notice broken rules; random programs. Then the fuzz targets, with some
# thousand inputs each. Expects that all builds exist, and the targets "mutants" and "fuzz" of the
# release build.
set -u
cd "$(dirname "$0")/.." || exit 1
status=0
jobs=${JOBS:-$(nproc)} # tests at a time

suite() { # PRESET FOLDER CTEST-ARG...
  local preset=$1 folder=$2
  shift 2
  echo "== tests of the $preset build"
  ctest --preset "$preset" -j "$jobs" --no-tests=error "$@" || status=1
  # How many cases the runners counted behind ctest's lines, all shards of one together.
  awk '/^[0-9]+\/[0-9]+ Testing: / { name = $3; sub(/\.[0-9]+$/, "", name) }
       /^[0-9]+ passed, [0-9]+ failed$/ { passed[name] += $1; failed[name] += $3 }
       END { for (name in passed) print name ": " passed[name] " passed, " failed[name] " failed" }' \
    "$folder/Testing/Temporary/LastTest.log" | sort
}

suite asan build/asan
suite release build -L 'prog|pass|diag|hard|litmus|emit|mutants|fuzz|random'
echo "== fuzz targets"
test/libfuzzer/run.sh --runs 20000 --seed 1 --jobs "$jobs" || status=1
[ $status = 0 ] && echo "all tests passed" || echo "some tests FAILED"
exit $status
