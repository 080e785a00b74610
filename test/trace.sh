#!/usr/bin/env bash
# Traces for people: they fit into the columns there are, leave out what does not matter and say so, and are
# not longer than they were found.
#
#   trace.sh PROGRAM
set -u -o pipefail
cd "$(dirname "$0")/.." || exit 1
heddle=$1
failed=0

fail() { echo "FAIL $*" && failed=1; }

check() {
  "$heddle" check "$@"
  [ $? = 10 ] || echo "no bug"
}

trace() { # FILE [OPTION...]: without the title, the reasons and the verdict
  check "$@" | sed -n '2,/^why: /p' | sed '/^why: /d'
}

lines() { wc -l | tr -d ' '; }

# Of names and values that have no space, a line may be longer.
for columns in 60 80 200; do
  for file in examples/dekker.c examples/philosophers.c examples/treiber_heap.c; do
    options=(--memory-model tso)
    [ $file = examples/dekker.c ] || options=()
    long=$(COLUMNS=$columns trace $file "${options[@]}" | grep -v '^thread ' | awk -v n=$columns 'length > n')
    [ -z "$long" ] || fail "$file has lines of more than $columns columns: $long"
  done
done

brief=$(trace examples/bystanders.c --rounds 3 --unwind 2 | lines)
full=$(trace examples/bystanders.c --rounds 3 --unwind 2 --full-trace | lines)
found=$(trace examples/bystanders.c --rounds 3 --unwind 2 --full-trace --no-minimise | lines)
[ "$brief" -lt "$full" ] || fail "the full trace has no more lines: $brief, $full"
[ "$full" -lt "$found" ] || fail "the run that was found is no longer: $full, $found"
trace examples/bystanders.c --rounds 3 --unwind 2 | grep '^  [0-9]* steps .* left out' >/dev/null ||
  fail "it is not said that steps are left out"
trace examples/bystanders.c --rounds 3 --unwind 2 --full-trace | grep 'left out' >/dev/null &&
  fail "the full trace says that steps are left out"

# Two runs print the same.
twice() { trace examples/snark.c --rounds 3 --unwind 1; }
[ "$(twice)" = "$(twice)" ] || fail "two runs of snark.c differ"

# A race: who holds what. The files say why as well.

check examples/producer_consumer.c --property race |
  grep '^  thread 1 writes count (line 25) and holds mutex since line 21$' >/dev/null ||
  fail "the locks of a race are not told"
for format in json html sarif; do
  check examples/two_mutexes.c --$format - |
    grep 'which thread 2 has held since line 38' >/dev/null ||
    fail "--$format does not say why"
done

[ $failed = 0 ] && echo "trace: all traces are as they should be"
exit $failed
