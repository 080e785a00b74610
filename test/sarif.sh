#!/usr/bin/env bash
# SARIF logs and lines as of a compiler: their form, what they say of each kind of bug, that one bug has
# one fingerprint and two have two, and names of files that need care.
#
#   sarif.sh PROGRAM CHECKER
#
# The checker (test/sarif/check.c) reads a log and knows nothing of how it was written.
set -u -o pipefail
cd "$(dirname "$0")/.." || exit 1
# shellcheck source=test/tools/limits.sh
. test/tools/limits.sh
heddle=$(realpath "$1")
checker=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

fail() { # WHAT...
  echo "FAIL $*"
  failed=1
}

# $found becomes the line of the checker.
log() { # EXPECTED-CODE PATTERN ARG...: what the checker says begins with the pattern
  local want=$1 pattern=$2
  shift 2
  rm -f "$work/log"
  limited 100 "$heddle" check --sarif "$work/log" --quiet "$@" >"$work/out" 2>&1 </dev/null
  local code=$?
  [ $code = "$want" ] || { fail "exit code $code, expected $want: check $*" && cat "$work/out"; }
  found=$("$checker" "$work/log") || { fail "check $*" && echo "$found"; }
  [[ $found =~ ^$pattern ]] || fail "the log says '$found', expected '$pattern': check $*"
}
print() { # of the last log
  cut -d ' ' -f 2 <<<"$found"
}
says() { # TEXT: in the log
  grep -qF -e "$1" "$work/log" || fail "there is no '$1' in the log"
}

# ---- each kind of bug ----------------------------------------------------------------------------

log 10 'assertion [0-9a-f]{32} [1-9][0-9]* 0$' examples/lost_update.c --rounds 3
says '"text": "thread 1 (increment): reads counter = 0"'
says '"text": "assertion failed: counter == 2"'
log 10 'deadlock [0-9a-f]{32} [0-9]+ 2$' examples/two_mutexes.c
says '"text": "thread 1 (increment) waits for m1, which thread 2 (overwrite) holds"'
log 10 'race [0-9a-f]{32} [0-9]+ 2$' test/prog/race_heap_freed.c --rounds 3 --property race
says '"text": "thread 1 (work) writes int#1"'
log 10 'race [0-9a-f]{32} [0-9]+ 2' test/prog/race_orders.c --rounds 4 --property race \
  -- -DSTORE=relaxed -DLOAD=acquire
says '"text": "thread 1 (writer) writes data"'
log 10 'use-after-free [0-9a-f]{32} [0-9]+ [12]' test/prog/use_freed.c
says '"text": "int#1 is allocated"'
log 10 'use-after-free [0-9a-f]{32} [0-9]+ 2' examples/treiber_heap.c
grep -q '"text": "node#[0-9] is freed by thread [0-9] ' "$work/log" || fail "nobody frees the node"
log 10 'lock ' test/prog/mutex_unlock_free.c
log 10 'assertion [0-9a-f]{32} [0-9]+ 0$' test/pass/slice_unneeded.prog --rounds 2

# Every kind of bug has a rule: those that prog text knows, and the deadlock.
for kind in assertion abort error memory lock overflow leak race deadlock; do
  says "\"id\": \"$kind\""
done

# ---- no bug --------------------------------------------------------------------------------------

log 0 'nothing$' examples/lost_update_mutex.c
says '"verdict": "safe"'
says '"exitCode": 0'
log 5 'nothing not-covered note$' examples/lost_update.c --rounds 1
says '"rounds": 1'
says 'not covered: schedules with more rounds'
log 5 'nothing assumed' test/prog/id_number.c
log 5 'nothing unknown$' examples/lost_update.c --time 1ms

# ---- a long run: the end is kept -----------------------------------------------------------------

cat >"$work/long.c" <<'C'
#include <assert.h>
int x;
int
main(void)
{
  for (int i = 0; i < 700; i++)
    x += i;
  assert(x == 0);
  return 0;
}
C
log 10 'assertion [0-9a-f]{32} 900 0$' "$work/long.c" --unwind 800 --rounds 1
says 'in the order of the schedule; the last 900 of '
tail -n 40 "$work/log" | grep -q 'essential' || fail "the end of a long run is not told"

# ---- one bug, one fingerprint --------------------------------------------------------------------

# The race: whoever is created first, and whatever stands above and below.
race() { # NAME LINES-ABOVE LINE: a program
  {
    for ((i = 0; i < $2; i++)); do echo "/* $i */"; done
    cat <<C
#include <pthread.h>
int x, y;
static void *
add(void *argument)
{
  $3
  return argument;
}
static void *
set(void *argument)
{
  x = 1;
  return argument;
}
int
main(void)
{
  pthread_t a, b;
#ifdef SWAP
  pthread_create(&b, NULL, set, NULL);
  pthread_create(&a, NULL, add, NULL);
#else
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, set, NULL);
#endif
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
C
  } >"$work/$1"
}
raced() {
  log 10 'race ' --property race --rounds 2 "$@"
  grep -o '"text": "thread [0-9] ([a-z]*) writes x"' "$work/log" | head -n 1 >"$work/first"
}
race one.c 0 'x += 2;'
raced "$work/one.c"
one=$(print)
cp "$work/first" "$work/first.one"
raced "$work/one.c" -- -DSWAP
[ "$(print)" = "$one" ] || fail "another schedule, another fingerprint (race)"
cmp -s "$work/first" "$work/first.one" && fail "the two races are told in the same order"
race one.c 7 'x += 2;'
raced "$work/one.c"
[ "$(print)" = "$one" ] || fail "lines above change the fingerprint"
race one.c 0 'x += 3;'
raced "$work/one.c"
[ "$(print)" != "$one" ] || fail "another line has the same fingerprint"
race one.c 0 '(void)0; x += 2; /* elsewhere */'
raced "$work/one.c"
[ "$(print)" != "$one" ] || fail "other code has the same fingerprint"

# The assertion: many schedules, whose steps differ.
rm -f "$work"/steps.* "$work/prints"
for how in '--rounds 3' '--rounds 5 --seed 7' '--rounds 3 --engine explicit' '--engine order' \
  '--rounds 4 --no-grow'; do
  # shellcheck disable=SC2086
  log 10 'assertion ' examples/lost_update.c $how
  print >>"$work/prints"
  sed -n '/"codeFlows"/,$p' "$work/log" | sha256sum >>"$work/steps"
done
[ "$(sort -u "$work/prints" | wc -l)" = 1 ] || fail "one bug has several fingerprints"
[ "$(sort -u "$work/steps" | wc -l)" -gt 1 ] || fail "all schedules are the same"
# The same line twice in a file: the other one is another bug.
twice() { # CONDITION CONDITION
  cat <<C
#include <assert.h>
int x = 1;
int
main(void)
{
  if ($1)
    assert(!x);
  if ($2)
    assert(!x);
  return 0;
}
C
}
twice x 0 >"$work/twice.c"
log 10 'assertion ' "$work/twice.c"
one=$(print)
twice 0 x >"$work/twice.c"
log 10 'assertion ' "$work/twice.c"
[ "$(print)" != "$one" ] || fail "equal lines at two places have one fingerprint"

# ---- names of files, and what is in them ---------------------------------------------------------

# In the folder, below it, beside it; the log is relative to the folder. The checker finds every place.
mkdir -p "$work/here/below it" "$work/be side"
n=0
for name in 'a b.c' "it's.c" 'say "hi".c' 'ü-ñ-中.c' '100%.c' '%20.c' 'what?#frag.c' 'a:b.c' \
  'x{0}[1](2).c' 'back\slash.c' '~tilde+plus&.c' $'tab\there.c' $'latin-\xe9.c' 'below it/a;b.c' \
  '../be side/c.c' './below it/../d.c'; do
  n=$((n + 1))
  printf '#include <assert.h>\nint x;\n\nint\nmain(void)\n{\n  /* \xe9 \303\244\303\266 { */ assert(x == %d); /* "\\" */\n}\n' \
    $n >"$work/here/$name"
  cd "$work/here" || exit 1
  log 10 'assertion ' "$name"
  count=$(grep -c '"uri": "' "$work/log")
  [ "$count" -gt 3 ] || fail "there are no places for $name"
  # Of a file in the folder, nothing outside of it is spoken of but the folder itself.
  case $name in
  ../*) grep -q 'uri": "file:.*/be%20side/c.c"' "$work/log" || fail "$name is not absolute" ;;
  *) [ "$(grep -c '"uri": "file:' "$work/log")" = 2 ] || fail "$name is not relative" ;;
  esac
  limited 100 "$heddle" check "$name" --format gcc >"$work/out" 2>&1
  grep -aqF "$(printf ':7:18: error: assertion failed: x == %d [assertion]' $n)" "$work/out" ||
    { fail "no line for $name" && cat "$work/out"; }
  cd - >/dev/null || exit 1
done
says '"startColumn": 16'

# A message has no placeholders and no links.
cat >"$work/words.c" <<'C'
#include <assert.h>
struct p {
  int x;
};
static int
zero(int i)
{
  return 0 * i;
}
int
main(void)
{
  int (*table[1])(int) = {zero};
  assert(((struct p){7}).x == table[0](3));
  return 0;
}
C
log 10 'assertion ' "$work/words.c"
says '((struct p){{7}}).x == table[0] (3)'

# ---- lines as of a compiler ----------------------------------------------------------------------

lines() { # EXPECTED-CODE ARG...
  local want=$1
  shift
  limited 100 "$heddle" check --format gcc "$@" >"$work/out" 2>"$work/err"
  local code=$?
  [ $code = "$want" ] || fail "exit code $code, expected $want: check $* --format gcc"
}
expect_lines() { # LINE...: those that have a place, and no other
  diff <(printf '%s\n' "$@") <(grep -E '^[^ :]+:[0-9]+:' "$work/out") || fail "other lines than expected"
}
lines 10 examples/two_mutexes.c
expect_lines \
  'examples/two_mutexes.c:26:3: error: deadlock: thread 1 (increment) at examples/two_mutexes.c:26 and thread 2 (overwrite) at examples/two_mutexes.c:39 wait for each other [deadlock]' \
  'examples/two_mutexes.c:26:3: note: thread 1 (increment) waits for m1, which thread 2 (overwrite) holds' \
  'examples/two_mutexes.c:39:3: note: thread 2 (overwrite) waits for m0, which thread 1 (increment) holds'
grep -q '^bug: deadlock at ' "$work/out" || fail "no verdict behind the lines"
lines 10 examples/lost_update.c --rounds 3
expect_lines 'examples/lost_update.c:30:3: error: assertion failed: counter == 2 [assertion]'
# What VS Code is told to look for takes each such line apart.
regexp=$(sed -n 's/.*"regexp": "\(.*\)",$/\1/p' share/editors/vscode/tasks.json | sed 's/\\\\/\\/g')
lines 10 examples/two_mutexes.c
[ "$(grep -cP -e "$regexp" "$work/out")" = 3 ] || fail "tasks.json does not know the lines"
[ "$(grep -oP -e "$regexp" "$work/out" | grep -c '^examples/two_mutexes.c:')" = 3 ] ||
  fail "tasks.json finds something else"
lines 0 examples/lost_update_mutex.c
[ "$(grep -cE 'error:|note:' "$work/out")" = 0 ] || fail "lines without a bug"
grep -q '^no bug: all schedules' "$work/out" || fail "no verdict without a bug"

# ---- standard output -----------------------------------------------------------------------------

"$heddle" check examples/lost_update.c --rounds 3 --sarif - >"$work/log"
"$checker" "$work/log" >"$work/out" || fail "standard output has something else"
"$heddle" check examples/lost_update.c --rounds 3 --sarif - --json - >"$work/out" 2>&1
[ $? = 1 ] && grep -q 'can be written to standard output' "$work/out" || fail "two logs on standard output"
"$heddle" check examples/lost_update.c --sarif /no/such/folder/log >"$work/out" 2>&1
[ $? = 2 ] && grep -qF "cannot write '/no/such/folder/log'" "$work/out" || fail "an unwritable log"

# ---- the checker can fail ------------------------------------------------------------------------

log 10 'deadlock ' examples/two_mutexes.c
spoil() { # SED-EXPRESSION
  sed "$1" "$work/log" >"$work/spoilt"
  cmp -s "$work/log" "$work/spoilt" && fail "nothing to spoil: $1"
  "$checker" "$work/spoilt" >"$work/out" && fail "the checker does not mind $1"
}
spoil 's/"ruleIndex": [0-9]*/"ruleIndex": 1/'
spoil 's/"startLine": 39/"startLine": 3900/'
spoil 's/"startColumn": 3/"startColumn": 300/'
spoil 's/two_mutexes.c"/two mutexes.c"/'
spoil 's/two_mutexes.c"/three_mutexes.c"/'
spoil 's/"executionOrder": 2,/"executionOrder": 1,/'
spoil 's/thread 1 (increment): /thread 1: /'
spoil 's/"exitCode": 10/"exitCode": 0/'
spoil 's/pthread_mutex_lock(&m1);"/pthread_mutex_lock(\&m2);"/'
spoil 's/"heddlePlaces.v1"/"other"/'
spoil '$d'

[ $failed = 0 ] && echo "sarif: all logs and lines are as they should be"
exit $failed
