#!/usr/bin/env bash
# What projects use heddle through: tests by CMake (share/cmake), and completion in the shell (share/completion).
#
#   gate.sh PROGRAM
set -u -o pipefail
cd "$(dirname "$0")/.." || exit 1
heddle=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

fail() { echo "FAIL $*" && failed=1; }

# ---- CMake: a bug, a proof, no answer within bounds, and the same where a proof is wanted ----

cp examples/ring.c examples/ring.h examples/bounded_buffer.c "$work"
cat >"$work/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.25)
project(gate NONE)
enable_testing()
set(HEDDLE_PROGRAM $heddle)
include($PWD/share/cmake/HeddleTest.cmake)
heddle_add_test(wrong SOURCES ring.c)
heddle_add_test(right SOURCES ring.c PROOF FLAGS -DFIXED)
heddle_add_test(bounded SOURCES bounded_buffer.c OPTIONS --rounds 2 --unwind 1)
heddle_add_test(unproved SOURCES bounded_buffer.c PROOF OPTIONS --rounds 2 --unwind 1)
END
cmake -S "$work" -B "$work/build" >"$work/log" 2>&1 || fail "cmake: $(tail -n 5 "$work/log")"
ctest --test-dir "$work/build" >"$work/log" 2>&1 && fail "no test fails"
for line in 'wrong .*Failed' 'right .*Passed' 'bounded .*Skipped' 'unproved .*Failed'; do
  grep -E " $line" "$work/log" >/dev/null || fail "ctest does not say: $line: $(cat "$work/log")"
done

# ---- completion ----

# shellcheck source=share/completion/heddle.bash
. share/completion/heddle.bash

completes() { # WORD... : prints what the last one is completed to
  COMP_WORDS=("$heddle" "$@")
  COMP_CWORD=$#
  _heddle
  echo "${COMPREPLY[*]}"
}

expect() { # WORDS WORD...
  local got
  got=$(completes "${@:2}")
  [ "$got" = "$1" ] || fail "'${*:2}' is completed to '$got', not to '$1'"
}

expect check ch
expect replay help re
expect --full-trace check --fu
expect "sc" check --memory-model s
expect "text gcc" check --format ""
expect "examples/ring.c examples/ring.h" check examples/ri
[ "$(completes check --no | wc -w)" -ge 5 ] || fail "few options begin with --no"

[ $failed = 0 ] && echo "gate: tests and completion are as they should be"
exit $failed
