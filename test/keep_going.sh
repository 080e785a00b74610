#!/usr/bin/env bash
# heddle check --keep-going: every bug once, each with its trace, and then what is left.
#
#   test/keep_going.sh HEDDLE
set -u
cd "$(dirname "$0")/.." || exit 1
heddle=$1
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT
failed=0

cat >"$folder/bugs.c" <<'C'
#include <assert.h>
#include <pthread.h>
static int counter, other, quiet;
static void *increment(void *unused)
{
  counter++;
  other++;
  // heddle: ignore race
  quiet++;
  return unused;
}
int main(void)
{
  pthread_t a, b;
  pthread_create(&a, 0, increment, 0);
  pthread_create(&b, 0, increment, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(counter == 2);
  assert(other == 2);
  return 0;
}
C

expect() { # CODE WORDS...
  local want=$1 code
  shift
  "$heddle" "$@" >"$folder/out" 2>"$folder/err"
  code=$?
  [ $code = "$want" ] || { echo "keep_going: exit code $code, expected $want: $*" && cat "$folder/out" "$folder/err" && failed=1; }
}

has() { # PATTERN [FILE]
  grep -qE -e "$1" "$folder/${2:-out}" || { echo "keep_going: '$1' is not in" && cat "$folder/${2:-out}" && failed=1; }
}

expect 10 check "$folder/bugs.c" --keep-going --property default,+race
for line in 6 7; do has "^  race:$folder/bugs.c:$line\$"; done
for line in 19 20; do has "^  assert:$folder/bugs.c:$line\$"; done
has '^4 different bugs:'
has '^Apart from these bugs:'
has '^no bug: all schedules'
[ "$(grep -c '^thread 1 ' "$folder/out")" -ge 4 ] || { echo "keep_going: not four traces" && failed=1; }

printf '# known\nrace:other\n\nassert:bugs.c:20 # likewise\n' >"$folder/known"
expect 10 check "$folder/bugs.c" --keep-going --property default,+race --suppressions "$folder/known"
has '^2 different bugs:'
has 'suppressions apply: .*race of other'
expect 0 check "$folder/bugs.c" --keep-going --property race --ignore race:increment
has 'suppressions? appl'
expect 0 check examples/philosophers.c --keep-going --ignore deadlock
printf 'races:other\n' >"$folder/wrong"
expect 2 check "$folder/bugs.c" --suppressions "$folder/wrong"
has "wrong:1:1: error: 'races' is no property" err
# A comment is about its own file, and words behind the properties are for people.
mkdir "$folder/lib"
cat >"$folder/x.c" <<'C'
#include <assert.h>
void other(int v);
int __VERIFIER_nondet_int(void);
int main(void)
{
  int v = __VERIFIER_nondet_int();
  assert(v != 3); // heddle: ignore assert, as all memory is there
  if (v == 4) *(volatile int *)0 = 1; // heddle: ignore race, not memory
  other(__VERIFIER_nondet_int());
}
C
printf '#include <assert.h>\n\n\n\n\n\nvoid other(int v) { assert(v != 3); }\n' >"$folder/lib/x.c"
expect 10 check "$folder/x.c" "$folder/lib/x.c" --property assert
has '^bug: assertion failed at .*/lib/x.c:7'
expect 10 check "$folder/x.c" "$folder/lib/x.c" --property memory
has '^bug: invalid memory access at .*/x.c:8'

expect 1 check "$folder/bugs.c" --ignore deadlock:main
expect 1 check "$folder/bugs.c" --keep-going --json "$folder/x"

[ $failed = 0 ] && echo "keep_going: every bug once"
exit $failed
