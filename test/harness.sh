#!/usr/bin/env bash
# heddle test: the tests of a file, each by itself; and the same file with an ordinary compiler.
#
#   test/harness.sh HEDDLE
set -u
cd "$(dirname "$0")/.." || exit 1
heddle=$1
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT
failed=0

# CODE WORDS...: the exit code; what is printed goes to $folder/out
expect() {
  local want=$1 code
  shift
  "$@" >"$folder/out" 2>"$folder/err"
  code=$?
  [ $code = "$want" ] || { echo "harness: exit code $code, expected $want: $*" && cat "$folder/out" "$folder/err" && failed=1; }
}

has() { # PATTERN [FILE]
  grep -qE -e "$1" "$folder/${2:-out}" || { echo "harness: '$1' is not in" && cat "$folder/${2:-out}" && failed=1; }
}

expect 0 "$heddle" test test/harness/queue.c test/harness/second.c --junit "$folder/all.xml"
has '^ok    with_mutex: no bug'
has '^ok    whole: no bug'
has '^ok    kinds: no bug'
has '^3 tests: 3 proved'
has '<testsuite name="heddle" tests="3" failures="0" errors="0" skipped="0"' all.xml

# What is suppressed, and what nobody reaches, is said.
cat >"$folder/notes.c" <<'C'
#include <assert.h>
#include <heddle.h>
HEDDLE_TEST(one) { assert(heddle_nondet_int() != 2); } // heddle: ignore assert
HEDDLE_TEST(two) { int n = heddle_nondet_int(); heddle_assume(n > 2 && n < 1); assert(n != 2); }
C
expect 0 "$heddle" test "$folder/notes.c"
has '^      note: 1 suppression applies: assert at .*notes.c:3'
has '^      note: .*no run'

# A warning comes first, and then what is wrong.
printf '#include <heddle.h>\nHEDDLE_TEST(calls) { nobody_has_this(); }\n' >"$folder/calls.c"
expect 2 "$heddle" test "$folder/calls.c"
has "^ERROR calls: .* error: function 'nobody_has_this'"

expect 10 "$heddle" test test/harness/queue.c --junit="$folder/wrong.xml" -- -DWRONG
has '^BUG   with_mutex: bug: assertion failed at test/harness/queue.c:43'
has '^BUG   without_mutex: bug: assertion failed'
has '^ok    whole'
has '^3 tests: 1 proved, 2 with bugs'
has 'thread 1 \(put_with'
has 'tests="3" failures="2"' wrong.xml
has '<testcase name="without_mutex" classname="test/harness/queue.c"' wrong.xml
has '<failure message="bug: assertion failed at test/harness/queue.c:43' wrong.xml

expect 5 "$heddle" test test/harness/queue.c --only endless,whole --unwind 2 --rounds 3 -- -DENDLESS
has '^open  endless: no bug within'
has '^2 tests: 2 open|1 proved, 1 open'
expect 0 "$heddle" test test/harness/queue.c --list
has '^with_mutex$'

# What cannot be: no test, one that is not there, an option about a single check, no C.
expect 2 "$heddle" test examples/lost_update.c
has 'no test' err
expect 2 "$heddle" test test/harness/queue.c --only none
has "there is no test 'none'" err
expect 1 "$heddle" test test/harness/queue.c --json out.json
has 'is about one test' err
expect 1 "$heddle" test
expect 1 "$heddle" test test/harness/queue.c --no-such-option
expect 2 "$heddle" test test/harness/none.c
expect 2 "$heddle" check test/harness/queue.c
has "heddle test" err
expect 0 "$heddle" test --help
has 'junit FILE'

# An ordinary compiler: the header alone, two files that share what it defines.
mkdir "$folder/include" && cp share/include/heddle.h "$folder/include"
compiler=$(command -v cc || command -v clang-19)
for standard in gnu17 c11 gnu99; do
  expect 0 "$compiler" -std=$standard -Wall -Wextra -Werror -I"$folder/include" test/harness/queue.c \
    test/harness/second.c -o "$folder/native" -pthread
done
expect 0 "$folder/native"
has '^ok with_mutex$'
has '^ok kinds$'
expect 0 env HEDDLE_SEED=7 HEDDLE_RUNS=3 "$folder/native" whole
has '^ok whole$'
expect 0 "$compiler" -I"$folder/include" -DWRONG test/harness/queue.c -o "$folder/native" -pthread
expect 1 env HEDDLE_RUNS=100 "$folder/native"
has '^FAILED '
has '^ok whole$'

[ $failed = 0 ] && echo "harness: tests are checked one by one, and run without heddle"
exit $failed
