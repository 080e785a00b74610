#!/usr/bin/env bash
# Runs every test: unit, pass, diagnostics and programs with the sanitizers watching; programs once
# more in the release build, there compared with brute force and replayed natively; litmus tests;
# hard conditions; whether tests notice broken rules; random programs; then the fuzz targets, a few
# seconds each. All builds exist already, and the targets "mutants" and "fuzz" of the release build.
set -u
cd "$(dirname "$0")/.." || exit 1
status=0

suite() { # PRESET FOLDER CTEST-ARG...
  local preset=$1 folder=$2
  shift 2
  echo "== tests of the $preset build"
  ctest --preset "$preset" -j "$(nproc)" --no-tests=error "$@" || status=1
  # How many cases the runners counted behind ctest's one line each.
  sed -n 's/^[0-9]*\/[0-9]* Testing: \([a-z]*\)$/\1/; T count; h; b; :count
          /^[0-9]* passed, [0-9]* failed$/ { G; s/\(.*\)\n\(.*\)/\2: \1/p }' \
    "$folder/Testing/Temporary/LastTest.log"
}

suite asan build/asan
suite release build -L 'prog|pass|diag|hard|litmus|emit|mutants|fuzz'
echo "== fuzz targets"
test/libfuzzer/run.sh --seconds 2 --seed 1 || status=1
[ $status = 0 ] && echo "all tests passed" || echo "some tests FAILED"
exit $status
