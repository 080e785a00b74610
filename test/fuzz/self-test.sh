#!/usr/bin/env bash
# The random programs must be able to find something: with --pretend the answers of the SAT engine
# are misquoted for some programs, which must be noticed, and the first such program must shrink to a
# few lines that still hold the word.
#
#   self-test.sh FUZZ
set -u
fuzz=$1
out=$("$fuzz" --seed 1 --count 32 --pretend mutex_lock --shrink 1 --rounds 1 \
  --unwind 1 --native 0 2>/dev/null)
code=$?
fail() {
  echo "$1"
  echo "$out"
  exit 1
}
[ $code = 1 ] || fail "exit code $code instead of 1"
lines=$(sed -n 's/^seed [0-9]*: from [0-9]* lines to \([0-9]*\) in .*/\1/p' <<<"$out")
[ -n "$lines" ] || fail "nothing was found"
[ "$lines" -le 15 ] || fail "$lines lines are too many"
grep -q 'mutex_lock(&m' <<<"$out" || fail "the word is gone"
echo "noticed, and shrunk to $lines lines"
