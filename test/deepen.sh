#!/usr/bin/env bash
# Deepening: without bounds, check raises them step by step, and only where that adds something.
# Whatever ends it, it says what was covered by then.
#
#   deepen.sh PROGRAM
set -u
cd "$(dirname "$0")/.." || exit 1
heddle=$(realpath "$1")
work=$(mktemp -d)
trap 'kill -KILL ${process:-} 2>/dev/null; rm -rf "$work"' EXIT
failed=0 checks=0 process=""
export LC_ALL=C

judge() { # CODE TEXT WHAT: the run ended with $code, and its output matches the pattern
  checks=$((checks + 1))
  [ "$code" = "$1" ] && grep -qE -e "$2" "$work/out" && return
  echo "FAIL exit code $code, expected $1 and '$2': $3"
  head -n 20 "$work/out" | sed 's/^/     | /'
  failed=1
}

run() { # CODE TEXT ARG...
  timeout 60 "$heddle" "${@:3}" >"$work/out" 2>&1 </dev/null
  code=$?
  judge "$1" "$2" "${*:3}"
}

start() { # ARG...: with job control, or SIGINT would be ignored
  set -m
  "$heddle" "$@" >"$work/out" 2>&1 </dev/null &
  process=$!
  set +m
}

finish() {
  wait "$process" 2>/dev/null
  code=$?
  process=""
}

# ---- until there is a bug ----

run 10 '^bug: .*\(3 rounds, 1 unwinding, ' check examples/lost_update.c --quiet
run 10 '^bug: .*\(2 rounds, 1 unwinding, ' check examples/peterson_wrong.c --quiet
"$heddle" dump examples/fibonacci.c >"$work/fibonacci.prog"
run 10 '^bug: .*\(4 rounds, ' check "$work/fibonacci.prog" --quiet

# Five iterations of one loop; the second can be run once, the third never.
cat >"$work/loops.c" <<'C'
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static int once, never;
static void *
set(void *argument)
{
  once = 1;
  return argument;
}
int
main(void)
{
  pthread_t thread;
  int i = 0, j = 0;
  pthread_create(&thread, NULL, set, NULL);
  while (__VERIFIER_nondet_int())
    i++;
  for (int k = 0; k < once; k++)
    j++;
  for (int k = 0; k < never; k++)
    j++;
  assert(i != 5 || !j);
}
C
run 10 '^bug: .*\(2 rounds, 6 unwindings, ' check "$work/loops.c" --stats --json "$work/loops.json"
judge 10 '^loop: .*loops.c:17 in main, unwindings 6$' "the loop that counts"
judge 10 '^loop: .*loops.c:19 in main, unwindings 1$' "a loop that need not be raised"
grep -A 1 '"unwindset": \[' "$work/loops.json" >"$work/out"
judge 10 '"main:17=6"' "bounds in the record"
run 10 '^reproduced natively: assertion failed: i != 5' \
  replay "$work/loops.json" -o "$work/later"
run 10 '^reproduced natively: assertion failed: i != 5' \
  check "$work/loops.c" --quiet --replay "$work/now"

# Recursion, and threads that make threads.
cat >"$work/recursion.c" <<'C'
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int
depth(int n)
{
  return __VERIFIER_nondet_int() ? depth(n + 1) : n;
}
int
main(void)
{
  assert(depth(0) != 3);
}
C
run 10 '^bug: .*\(1 round, 4 unwindings, ' check "$work/recursion.c" --quiet
cat >"$work/generations.c" <<'C'
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static int made;
static void *
make(void *argument)
{
  pthread_t thread;
  made++;
  assert(made < 4);
  if (__VERIFIER_nondet_int())
    pthread_create(&thread, NULL, make, NULL);
  return argument;
}
int
main(void)
{
  make(NULL);
}
C
run 10 '^bug: .* 3 unwindings, ' check "$work/generations.c" --quiet

# ---- until nothing is left open ----

run 0 '^no bug: every schedule and every loop was covered \(7 rounds, ' \
  check examples/lost_update_mutex.c
run 5 '^no bug, assuming' check examples/peterson.c
cat >"$work/arguments.c" <<'C'
#include <assert.h>
int
main(int argc, char **argv)
{
  assert(argc < 2 || argv[1]);
}
C
run 5 'not covered: command lines with arguments$' check "$work/arguments.c"

# ---- until something else ends it ----

# There is always one iteration more.
cat >"$work/endless.c" <<'C'
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static unsigned n;
static void *
count(void *argument)
{
  while (__VERIFIER_nondet_int())
    n++;
  return argument;
}
int
main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, count, NULL);
  count(NULL);
  assert(n < 1000000);
}
C
run 5 '^no bug within [0-9]+ rounds? and [0-9]+ unwindings?; .*\(time limit of 2 s reached while ' \
  check "$work/endless.c" --time 2 --json "$work/record.json"
record() { # TEXT WHAT
  grep -qF -e "$1" "$work/record.json"
  code=$?
  judge 0 '' "$2: no '$1' in the record"
}
record '"verdict": "bounded"' "a time limit"
record '"all_rounds": false' "a time limit"
run 5 '^unknown: time limit of 0.02 s reached while ' check "$work/endless.c" --time 20ms
run 5 '^  "verdict": "(bounded|unknown)"' check "$work/endless.c" --time 500ms --json -

ended() { # SIGNAL worker|watcher CODE TEXT: what comes of it in the middle
  local to
  start check "$work/endless.c" --json "$work/record.json"
  sleep 1
  to=$process
  [ "$2" = watcher ] || to=$(cat "/proc/$process/task/$process/children")
  # shellcheck disable=SC2086 # there is one child, and a blank behind it
  kill -s "$1" $to
  finish
  judge "$3" "$4" "SIG$1 to the $2"
}
ended INT watcher 5 '^no bug within .*\(interrupted while '
ended KILL worker 5 '^no bug within .*\(killed while '
record '"verdict": "bounded"' "a killed worker"
# not SIGSEGV, which sanitizers catch
ended ILL worker 6 '^internal error: Illegal instruction while .*; before that, no bug within '

# ---- instances: what they leave out ----

tiles="check test/prog/part_of_schedules.c --tile-size 2 --tiles 1"
# shellcheck disable=SC2086 # several words
{
  more='schedules with more rounds' tile='interruptions of a thread in more than 1 tile'
  run 5 ", in all 3 instances; not covered: $more; $tile\$" $tiles --rounds 2
  run 5 ", in 2 instances; not covered: $more; other instances; $tile\$" $tiles --instances 2
  run 5 ", in the only instance; not covered: $more; $tile\$" $tiles --tile-size 9
}

# ---- on a terminal ----

script -qec "stty cols 60; '$heddle' check examples/lost_update.c" /dev/null >"$work/raw" </dev/null
code=$?
tr '\r' '\n' <"$work/raw" | sed 's/\x1b\[K//g' >"$work/out"
judge 10 '^2 rounds, 1 unwinding: [a-z ]+, .* of 60 s, [0-9]+ MB$' "the status line"
code=$(grep -m 1 ' of 60 s' "$work/out" | wc -L)
[ "$code" -lt 60 ] && code=0
judge 0 '' "a status line wider than the terminal"

# ---- given bounds ----

run 5 '^no bug within 2 rounds and 2 unwindings; ' check examples/lost_update.c --rounds 2
run 5 '^no bug within 2 rounds and 3 unwindings; ' check examples/lost_update.c --unwind 3
run 5 '^no bug within 2 rounds and 2 unwindings; ' \
  check examples/lost_update.c --unwindset main:1=1

[ $failed = 0 ] && echo "deepen: $checks checks"
exit $failed
