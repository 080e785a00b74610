#!/usr/bin/env bash
# Runs every test: unit, pass, diagnostics and programs with the sanitizers watching, and programs
# once more in the release build, there compared with brute force, as are random programs. Both
# builds exist already.
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
suite release build -L 'prog|pass|diag|fuzz'
[ $status = 0 ] && echo "all tests passed" || echo "some tests FAILED"
exit $status
