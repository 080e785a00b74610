#!/usr/bin/env bash
# Deepening: without bounds, check raises them step by step, and only where that adds something.
# Whatever ends it, it says what was covered by then.
#
#   deepen.sh PROGRAM
#
# shellcheck disable=SC2317 # functions are called through patiently
set -u
cd "$(dirname "$0")/.." || exit 1
# shellcheck source=test/tools/limits.sh
. test/tools/limits.sh
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

# Without a limit of its own it gets one that no machine comes to.
run() { # CODE TEXT ARG...
  local time=()
  [ "$3" != check ] || [[ " $* " == *" --time "* ]] || time=(--time 1h)
  limited 60 "$heddle" "$3" "${time[@]}" "${@:4}" >"$work/out" 2>&1 </dev/null
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

# The puzzle of two threads that add: 2 can be left. That takes interruptions in the first iteration of
# one thread and in the last one of the other.
cat >"$work/least.c" <<'C'
#include <assert.h>
#include <pthread.h>
static int x;
static void *
add(void *argument)
{
  for (int i = 0; i < 200; i++)
    x++;
  return argument;
}
int
main(void)
{
  pthread_t one, two;
  pthread_create(&one, NULL, add, NULL);
  pthread_create(&two, NULL, add, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(x > 2);
}
C
run 10 '^bug: .*\(4 rounds, ' check "$work/least.c" --quiet

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

# Objects: twice as large, as long as a run asks for more. The first vector is found at once, the
# other block has 1,600 bytes, and nothing is as large as the last one.
run 10 '^bug: assertion failed .*\(2 rounds, ' check test/prog/size_vector.c --quiet -- -DGROW=2 -DLAST=3
run 10 '^bug: assertion failed .*size_beyond.c:34 ' check test/prog/size_beyond.c --quiet --json "$work/size.json"
grep -A 1 '"unwindset": \[' "$work/size.json" >"$work/out"
judge 10 '"fill:21=2048bytes"' "sizes in the record"
run 10 '^reproduced natively: assertion failed: fill' replay "$work/size.json" -o "$work/size"
cat >"$work/huge.c" <<'C'
#include <stdlib.h>
unsigned long __VERIFIER_nondet_ulong(void);
int
main(void)
{
  unsigned long n = __VERIFIER_nondet_ulong();
  if (n > 2000000)
    free(malloc(n));
  return 0;
}
C
run 5 '^no bug within 1 round \(malloc never fails\); not covered: objects made at .*huge.c:8 of other sizes than those tried' \
  check "$work/huge.c"

# ---- until nothing is left open ----

run 0 '^no bug: all schedules and all iterations \(' \
  check examples/lost_update_mutex.c
# By a process beside the rounds, unless these are wanted alone. One second is enough for few of them.
run 0 '^no bug: all schedules and all iterations \((explicit|order|states): ' check examples/monitor.c
run 0 '^no bug: all schedules and all iterations \((explicit|order|states): ' check examples/monitor.c --engine auto
run 5 '^(no bug within|unknown)' check examples/monitor.c --engine rounds --time 1
# Visiting states alone: it needs no bounds, and says why it gives up.
run 0 '^no bug: all schedules and all iterations \(states: [0-9]+ states' check examples/peterson.c --engine states
run 10 '^bug: assertion failed at .*lost_update.c:30 ' check examples/lost_update.c --engine states
run 5 '^unknown: visiting states gave up: an input of more than 8 bits' check test/prog/input_assumed.c --engine states
run 1 "the engines 'states' and 'random' are about" check examples/peterson.c --engine states --unwind 2
run 10 '^bug: assertion failed at .*lost_update.c:30 ' check examples/lost_update.c --engine random
run 10 '^bug: data race at .*lost_update.c:17 ' check examples/lost_update.c --engine states --property race
record() { # TEXT WHAT
  grep -qF -e "$1" "$work/record.json"
  code=$?
  judge 0 '' "$2: no '$1' in the record"
}
# A wait in several steps is left, or a deadlock; that is decided, and nothing is assumed of it.
run 0 '^no bug: all schedules and all iterations \(' check examples/peterson.c
run 5 '^no bug, assuming.*\(states: ' check test/prog/id_subtracted.c --engine states
run 5 '^no bug, assuming' check test/prog/id_number.c --json "$work/record.json"
record '"verdict": "safe under assumptions"' "id_number"
record '"the ids of threads are 1, 2, 3 and so on, in the order of creation"' "id_number"
cat >"$work/arguments.c" <<'C'
#include <assert.h>
int
main(int argc, char **argv)
{
  assert(argc < 2 || argv[1]);
}
C
run 5 'not covered: command lines with arguments$' check "$work/arguments.c"

# The prover may have its answer at any moment, also while the rounds are asked for loops. It counts then,
# too: a few runs, since the moment is a matter of chance.
cat >"$work/few.c" <<'C'
#include <assert.h>
#include <pthread.h>
unsigned __VERIFIER_nondet_uint(void);
static unsigned x;
static void *
count(void *argument)
{
  unsigned n = __VERIFIER_nondet_uint() % 6;
  for (unsigned i = 0; i < n; i++)
    x++;
  return argument;
}
int
main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, count, NULL);
  x = 0;
  pthread_join(thread, NULL);
  assert(x <= 5);
}
C
for _ in 1 2 3 4 5 6 7 8; do
  run 0 '^no bug: all schedules and all iterations \(' check "$work/few.c"
done

# ---- the configuration: what matters to the program is said, and nothing else ----

cat >"$work/heap.c" <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int *cell;
static void *
look(void *argument)
{
  (void)argument;
  assert(!cell || *cell == 3);
  return NULL;
}
int
main(void)
{
#ifdef HEAP
  cell = malloc(sizeof *cell);
  if (!cell)
    return 1;
  *cell = 3;
#endif
#ifdef THREAD
  pthread_t thread;
  pthread_create(&thread, NULL, look, NULL);
  pthread_join(thread, NULL);
#else
  look(NULL);
#endif
  free(cell);
}
C
heap="check $work/heap.c --json $work/record.json"
# shellcheck disable=SC2086 # several words
{
  run 0 '^no bug: .*, [0-9.]+ s\)$' $heap
  run 0 '^no bug: .* s; malloc never fails\)$' $heap -- -DHEAP
  record '"verdict": "safe"' "a heap"
  record '"malloc never fails"' "a heap"
  record '"assumed": []' "a heap"
  run 0 '^no bug: .* s; sequentially consistent memory\)$' $heap -- -DTHREAD
  run 0 '^no bug: .* s; sequentially consistent memory; malloc never fails\)$' \
    $heap -- -DTHREAD -DHEAP
  run 0 '^no bug: .* s; sequentially consistent memory\)$' $heap --malloc-may-fail -- -DTHREAD -DHEAP
  record '"configured": []' "a heap that may be full"
  run 0 '^no bug: .* s; malloc never fails\) under TSO \(total store order\)$' \
    $heap --memory-model tso -- -DTHREAD -DHEAP
}
# Also of a prog, which has it in its text.
"$heddle" dump "$work/heap.c" -- -DHEAP >"$work/heap.prog"
run 0 '^no bug: .* s; malloc never fails\)$' check "$work/heap.prog"

# Every run comes to the bound of a loop that nobody leaves; --unwind ends one that counts to a large constant.
run 10 '^bug: .* 6 unwindings, ' check test/prog/loop_endless_raised.c --quiet
run 5 'loop at .*loop_counted_large.c:21 in main was cut after 9 iterations' \
  check test/prog/loop_counted_large.c --unwind 9 --quiet
run 0 '^no bug: .*\(1 round, 1 unwinding, ' check test/prog/library_loop_uncut.c --rounds 1 --unwind 1 --quiet
limited 60 "$heddle" check test/prog/library_loop_uncut.c --rounds 1 --unwind 1 --quiet --json "$work/record.json" \
  -- -DWRONG >"$work/out" 2>&1
run 10 '^reproduced natively' replay "$work/record.json" -o "$work/library"

# ---- until something else ends it ----

# The unfolding alone takes long. Whoever ends it is told which loop it was.
cat >"$work/slow.c" <<'C'
static unsigned table[70000];
static unsigned
mix(unsigned k)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < 60000; i++)
    for (unsigned j = 0; j < k; j++)
      sum += table[i] ^ j;
  return sum;
}
int
main(void)
{
  return (int)mix(1000);
}
C
start check "$work/slow.c"
until worker=$(cat "/proc/$process/task/$process/children" 2>/dev/null) && [ -n "$worker" ] &&
  [ "$(awk '{ print $14 }' "/proc/${worker% }/stat" 2>/dev/null || echo 0)" -ge 100 ]; do
  kill -0 "$process" 2>/dev/null || break
  sleep 0.1
done
kill -s INT "$process" 2>/dev/null
finish
judge 5 '^unknown: interrupted while unfolding the program, most of it for the loop at .*slow.c:7 in mix, [0-9]+ iterations so far; the largest object is table of 280000 bytes; nothing was covered$' \
  "an unfolding that takes long"


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
# Some stages, and then the end: more time where nothing was decided before.
seconds=1
: >"$work/out"
until [ $seconds = 2048 ] || grep -q '^no bug within' "$work/out"; do
  seconds=$((2 * seconds))
  limited 600 "$heddle" check "$work/endless.c" --time $seconds --json "$work/record.json" \
    >"$work/out" 2>&1 </dev/null
  code=$?
done
judge 5 "^no bug within [0-9]+ rounds? and [0-9]+ unwindings? \(sequentially consistent memory\); .*\(time limit of $seconds s reached while " \
  "a time limit"
record '"verdict": "bounded"' "a time limit"
record '"all_rounds": false' "a time limit"
run 5 '^unknown: time limit of 0.02 s reached while ' check "$work/endless.c" --time 20ms
run 5 '^  "verdict": "(bounded|unknown)"' check "$work/endless.c" --time 500ms --json -

has_child() {
  grep -qs . "/proc/$process/task/$process/children"
}

ended() { # SIGNAL worker|watcher CODE TEXT: what comes of it in the middle
  local to wait=1
  : >"$work/out"
  until [ $wait = 1024 ] || grep -q 'no bug within' "$work/out"; do
    start check "$work/endless.c" --time 1h --json "$work/record.json"
    sleep $wait
    patiently has_child
    to=$process
    [ "$2" = watcher ] || to=$(cat "/proc/$process/task/$process/children")
    # shellcheck disable=SC2086 # there is one child, and a blank behind it
    kill -s "$1" $to
    finish
    wait=$((2 * wait))
  done
  judge "$3" "$4" "SIG$1 to the $2"
}
ended INT watcher 5 '^no bug within .*\(interrupted while '
ended KILL worker 5 '^no bug within .* \(sequentially consistent memory\); .*\(killed while '
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

run 5 '^no bug within 2 rounds and 2 unwindings \(sequentially consistent memory\); ' check examples/lost_update.c --rounds 2
run 5 '^no bug within 2 rounds and 3 unwindings \(sequentially consistent memory\); ' check examples/lost_update.c --unwind 3
run 5 '^no bug within 2 rounds and 2 unwindings \(sequentially consistent memory\); ' \
  check examples/lost_update.c --unwindset main:26=2

[ $failed = 0 ] && echo "deepen: $checks checks"
exit $failed
