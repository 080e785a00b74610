#!/usr/bin/env bash
# Native replay from the record of a check, and what it says if something is wrong.
#
#   replay.sh PROGRAM
set -u -o pipefail
cd "$(dirname "$0")/.." || exit 1
# shellcheck source=test/tools/limits.sh
. test/tools/limits.sh
heddle=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

run() { # EXPECTED-CODE TEXT ARG...: the text is in the output
  local want=$1 text=$2
  shift 2
  limited 100 "$heddle" "$@" >"$work/out" 2>&1 </dev/null
  local code=$?
  [ $code = "$want" ] && grep -qF -e "$text" "$work/out" && return
  printf 'FAIL exit code %s, expected %s and "%s": heddle %s\n' $code "$want" "$text" "$*"
  sed 's/^/     | /' "$work/out"
  failed=1
}

# A record is all that it takes; the program can be run again by itself.
run 10 'bug: deadlock' check examples/two_mutexes.c --json "$work/trace.json"
run 10 'reproduced natively: 2 threads wait for ever' replay "$work/trace.json" -o "$work/deadlock"
by_hand() { # EXPECTED-CODE TEXT WHAT: how it ended, and what it wrote
  if [ $? != "$1" ] || ! grep -q "$2" "$work/out"; then
    echo "FAIL $3"
    failed=1
  fi
}
"$work/deadlock/replay" 2>"$work/out"
by_hand 10 'reproduced: 2 threads' "run by hand"
HEDDLE_REPLAY_STAY=1 "$work/deadlock/replay" 2>"$work/out" &
patiently grep -q 'hangs now' "$work/out"
sleep 0.5
kill -TERM $!
wait $! 2>/dev/null
by_hand 143 'hangs now' "it does not hang"
run 10 '"outcome": "reproduced"' check examples/lost_update.c --rounds 3 --replay "$work/lost" --json -

# A script that the program does not follow is noticed, wherever it is wrong: another value, another
# place, another order, one line less.
compile() { # FOLDER: what heddle compiles, without sanitizers
  clang-19 -w -O0 -pthread -I share/replay "$1/script.c" "$1/program.bc" \
    "$(dirname "$heddle")/share/heddle/replay.o" -lm -latomic -o "$1/replay"
}
spoil() { # FOLDER WHAT SED-EXPRESSION
  local script=$1/script.c
  [ -e "$script.whole" ] || cp "$script" "$script.whole"
  sed "$3" "$script.whole" >"$script"
  cmp -s "$script.whole" "$script" && echo "FAIL nothing to spoil: $2" && failed=1
  compile "$1" || failed=1
  { limited 60 "$1/replay"; } 2>"$work/out"
  [ $? = 6 ] && grep -q 'heddle replay: diverged' "$work/out" && return
  echo "FAIL a script with $2 is followed" && cat "$work/out" && failed=1
}
whole() { # FOLDER TEXT: nothing is wrong with it
  cp "$1/script.c.whole" "$1/script.c"
  compile "$1" && { "$1/replay"; } 2>"$work/out"
  grep -q "$2" "$work/out" || { echo "FAIL the whole script in $1" && failed=1; }
}
shorter() { # FOLDER N: an expression that drops the last N lines
  echo "s/n_lines = .*/n_lines = $(($(sed -n 's/.*n_lines = \([0-9]*\),/\1/p' "$1/script.c") - $2)),/"
}
line=$(grep -n 'lost_update.c:17' "$work/lost/script.c" | head -n 1 | cut -d: -f1) # it loads the counter
spoil "$work/lost" "another value" 's/LINE_VALUE, \([0-9]*\), 0, 0u, 1u}/LINE_VALUE, \1, 0, 0u, 7u}/'
spoil "$work/lost" "another point" "${line}s/LINE_SEEN, [0-9]*,/LINE_SEEN, 1,/"
spoil "$work/lost" "another place" "${line}s/, 0u, 0u},/, 4u, 0u},/"
spoil "$work/lost" "one line less" "${line}d"
spoil "$work/lost" "no end" 's/END_FAULT/END_DEADLOCK/'
spoil "$work/lost" "another fault" 's/  .fault = .*/  .fault = 3,/'
whole "$work/lost" 'reproduced: assertion failed'

# A deadlock is one if the threads really wait. Here one thread waits for a lock of main's; in the spoilt
# script main stops before it takes the lock. (Without the script's lines two threads that lock in
# opposite orders may deadlock by themselves.)
run 10 'reproduced natively: a thread waits for ever' check test/replay/left_locked.c --replay "$work/left"
before() { # FOLDER TEXT: an expression that drops the lines from the first with the text on
  echo "s/n_lines = .*/n_lines = $(awk -v text="$2" '/ lines\[\] = / { first = NR + 1 }
    index($0, text) { print NR - first; exit }' "$1/script.c"),/"
}
spoil "$work/left" "a lock that nobody has yet" "$(before "$work/left" 'main, test/replay/left_locked.c:20')"
grep -q 'thread 1 ends, and should wait for ever' "$work/out" || { echo "FAIL why it diverged" && failed=1; }
whole "$work/left" 'reproduced: a thread'

# So are faults: this one is a trap of clang's, and no failed assertion.
run 10 'reproduced natively: illegal instruction' check test/prog/overflow.c \
  --property overflow --replay "$work/trap" -- -DADD
spoil "$work/trap" "another kind of fault" 's/  .fault = .*/  .fault = 0,/'

# Random runs: the interpreter against the machine.
run 0 '5 random runs: each the same' replay examples/producer_consumer.c --random 5 -o "$work/random"
run 0 '3 random runs: each the same' replay test/prog/lang_by_value.c --random 3 -o "$work/random" -- -m32

for program in test/prog/lang_b*.c test/prog/heap_*.c; do
  run 0 '2 random runs: each the same' replay "$program" --random 2 -o "$work/random"
done

# Where there is no ThreadSanitizer.
run 10 'reproduced natively: two threads are about to touch' check test/prog/race_in_library.c \
  --unwind 9 --property race --replay "$work/race" -- -m32

# Which results the script gives to the process, and what only a model notices.
while IFS='|' read -r name args said scripted; do
  # shellcheck disable=SC2086
  run 10 "reproduced natively$said: " check test/replay/scripted.c --rounds 3 $args --quiet \
    --replay "$work/scripted" -- "-D$name" -w
  told=$(sed -n 's/^scripted: //p' "$work/out" | sed 's/ at test.*//' | paste -sd,)
  [ "$told" = "$scripted" ] || { echo "FAIL $name: scripted: '$told', expected '$scripted'" && failed=1; }
done <<'END'
MALLOC|--malloc-may-fail|, with scripted results|malloc() fails
CALLOC|--malloc-may-fail|, with scripted results|calloc() fails
FILES||, with scripted results|fopen() fails
CLOCK||, with scripted results|the result of time()
INPUT|||__VERIFIER_nondet_int() = 4711
UNSET|||number (uninitialised) = 4711
UNKNOWN|--havoc-unknown|, with scripted results|mystery() = 4711
WEAK||, with scripted results|a weak compare-and-exchange fails for no reason
WAKE_UP||, with scripted results|pthread_cond_wait() wakes up for no reason
TIME_OUT|--no-spurious|, with scripted results|whether pthread_cond_timedwait() times out
SIGNAL|--no-spurious --rounds 4|, with scripted results|whom pthread_cond_signal() wakes up
ONLY_ONE|--no-spurious --property assert||
UNLOCK||, up to a check by Heddle's model of pthread_mutex_unlock|
DESTROY||, up to a check by Heddle's model of pthread_mutex_destroy|
END
run 10 '"malloc() fails at test/replay/scripted.c:' check test/replay/scripted.c --malloc-may-fail \
  --rounds 2 --replay "$work/scripted" --json - -- -DMALLOC
run 10 '"checked_by_model_of": "pthread_mutex_unlock"' check test/replay/scripted.c --rounds 2 \
  --replay "$work/scripted" --json - -- -DUNLOCK

# Late stores: the process keeps them in store buffers, which are emulated.
late=test/replay/late.c
emulated='reproduced natively, with emulated store buffers: '
run 5 'no bug within 2 rounds' check $late --rounds 2 -- -DBUFFERING
run 10 ') under TSO (total store order)' check $late --memory-model tso --rounds 2 \
  --json "$work/late.json" -- -DBUFFERING
grep -qE '[xy] = 1 of line [0-9]+ reaches memory' "$work/out" ||
  { echo "FAIL nothing reaches memory" && failed=1; }
run 10 "${emulated}assertion failed" replay "$work/late.json" -o "$work/late"
sed '/"late"/,/]/s/"store": [0-9]*/"store": 0/' "$work/late.json" >"$work/else.json"
run 2 'the trace is not one of this program' replay "$work/else.json" -o "$work/late"
sed '/"late"/,/]/s/"context": [0-9]*/"context": 1000/' "$work/late.json" >"$work/else.json"
run 2 'the trace is not one of this program' replay "$work/else.json" -o "$work/late"
while read -r name model found args; do
  # shellcheck disable=SC2086
  run 10 "$emulated$found" check $late --memory-model "$model" --replay "$work/$name" $args "-D$name"
done <<'END'
HEAP pso assertion --rounds 2 -- -m32
HEAP pso assertion --rounds 2 --
OWN tso assertion --rounds 2 --
SIZES tso assertion --rounds 2 --
COPIES pso assertion --rounds 2 --
ARGUMENT tso assertion --rounds 2 --
PETERSON tso assertion --rounds 3 --unwind 2 --
STACK tso assertion --rounds 3 --unwind 17 --property assert --
DEADLOCK tso 3 --rounds 2 --unwind 2 --property deadlock --
RACE tso race --rounds 2 --property race --
END
run 10 '"emulated_buffers": ' check $late --memory-model pso --rounds 2 --replay "$work/late" --json - \
  -- -DBUFFERING

# Stores that are not late, late for ever, not late enough, or in another order.
leave() { # FOLDER N: the line in which the N-th late store leaves the buffer
  grep -n "LINE_LEAVE, .*, $2}" "$1/script.c" | cut -d: -f1
}
from=$(grep -n "LINE_POINT, .*, 1}, //" "$work/late/script.c" | cut -d: -f1)
to=$(leave "$work/late" 1)
sed -n "${to}p" "$work/late/script.c" >"$work/line"
spoil "$work/late" "a store that is not late" "${from}s/, 1}, /}, /"
spoil "$work/late" "a store that stays in the buffer" "${to}d; $(shorter "$work/late" 1)"
spoil "$work/late" "a store that is seen early" "${from}r $work/line
  ${to}d"
whole "$work/late" 'reproduced: assertion failed'
spoil "$work/SIZES" "another order" "$(leave "$work/SIZES" 1){h; d}; $(leave "$work/SIZES" 2)G"
whole "$work/SIZES" 'reproduced: assertion failed'

# What happens at no point; and what needs nothing late.
run 10 'not replayed natively: what left does at test/replay/late.c:' check $late --memory-model tso \
  --rounds 2 --property assert --replay "$work/late" --json "$work/late.json" -- -DPUBLISHED
grep -q '"outcome": "impossible"' "$work/late.json" || { echo "FAIL another outcome" && failed=1; }
run 2 'not replayed natively: ' replay "$work/late.json" -o "$work/late"
grep -q 'reaches memory' "$work/out" || { echo "FAIL no trace" && failed=1; }
run 10 'unknown' check $late --memory-model tso --rounds 2 --sv-comp --quiet -- -DBUFFERING
run 10 'false(unreach-call)' check examples/lost_update.c --memory-model pso --rounds 2 --sv-comp --quiet
run 10 'reproduced natively: ' check examples/lost_update.c --memory-model tso --rounds 3 --replay "$work/late"
run 5 'unwindings (orders weaker than seq_cst taken as those of the model) under PSO (partial store order); not covered' check $late --memory-model pso \
  --rounds 2 --certify "$work/proof" -- -DBUFFERING '-DFENCE=atomic_thread_fence(memory_order_seq_cst);'
if ! grep -q '^memory      pso (partial store order)$' "$work/proof/statement.txt"; then
  echo "FAIL the certificate does not name the memory model"
  failed=1
fi
run 1 "'--random' is for sequentially consistent memory" \
  replay $late --random 1 --memory-model tso -- -DBUFFERING

# What is wrong with the input.
run 2 "cannot read '$work/none.json'" replay "$work/none.json"
echo '{"tool": "heddle"}' >"$work/other.json"
run 2 'is not the record of a check' replay "$work/other.json"
echo '{"command"' >"$work/cut.json"
run 2 'cut.json:2:1: error: the text ends too early' replay "$work/cut.json"
run 5 'no bug within' check examples/two_mutexes.c --rounds 2 --property assert --json "$work/right.json"
run 2 'that check found no bug' replay "$work/right.json"
sed 's/"labels": [0-9][0-9]*/"labels": 0/' "$work/trace.json" >"$work/else.json"
run 2 'the trace is not one of this program' replay "$work/else.json" -o "$work/else"
run 1 'no input file' replay
run 2 'cannot make folder' replay "$work/trace.json" -o "$work/trace.json/x"
run 2 "'$work/trace.json' is not a folder" check examples/lost_update.c --replay "$work/trace.json"
run 2 'cannot make folder' check examples/lost_update.c --replay "$work/no/such"
run 2 'no program that can be replayed' check test/pass/parse_events.prog --replay "$work/prog"

[ $failed = 0 ] && echo "replay: all as expected"
exit $failed
