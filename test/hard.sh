#!/usr/bin/env bash
# Hard conditions: no memory, no disk, signals, a compiler that is killed, strange files, huge inputs.
# Whatever happens, heddle ends, with an exit code it documents and a line that says why; never with
# a verdict that is wrong.
#
#   hard.sh [--long] [--heddle PROGRAM] [PART...]
#
# The parts: memory streams signals files sizes.
# --long: more signals, memory in small steps, and inputs that take minutes and gigabytes. The
# memory limit is the system's (ulimit -v), hence not for builds with the address sanitizer.
set -u
cd "$(dirname "$0")/.." || exit 1
# shellcheck source=test/tools/limits.sh
. test/tools/limits.sh
heddle=build/heddle long=no parts=() failures=0 checks=0
while [ $# -gt 0 ]; do
  case $1 in
  --long) long=yes ;;
  --heddle) heddle=$2 && shift ;;
  memory | streams | signals | files | sizes) parts+=("$1") ;;
  *) echo "$0: unknown option $1" >&2 && exit 1 ;;
  esac
  shift
done
[ ${#parts[@]} -gt 0 ] || parts=(memory streams signals files sizes)
heddle=$(realpath -m "$heddle")
work=$(mktemp -d)
trap 'kill -KILL ${process:-} 2>/dev/null; rm -rf "$work"' EXIT
mkdir "$work/tmp"
export TMPDIR=$work/tmp LC_ALL=C
small=examples/lost_update.c
big=(examples/safestack.c --rounds 6 --unwind 5)
bounds=(--rounds 2 --unwind 2)

fail() { # TEXT...
  failures=$((failures + 1))
  echo "FAIL $*"
  sed 's/^/     | /' "$work/out" "$work/err" 2>/dev/null | tail -n 12 | cut -c 1-150
}

run() { # ARG...: leaves $work/out, $work/err, $code
  limited "$([ $long = yes ] && echo 400 || echo 60)" "$heddle" "$@" \
    >"$work/out" 2>"$work/err" </dev/null
  code=$?
}

expect() { # CODES TEXT ARG...: one of the codes, and the text in the output
  local codes=$1 text=$2
  shift 2
  run "$@"
  check "$codes" "$text" "$*"
}

check() { # CODES TEXT NAME: the same of a run that is over
  checks=$((checks + 1))
  case " $1 " in
  *" $code "*) ;;
  *) fail "exit code $code, expected $1: $3" && return ;;
  esac
  grep -qF -e "$2" "$work/out" "$work/err" || fail "it does not say '$2': $3"
}

# ---- memory ------------------------------------------------------------------------------------

within() { # KILOBYTES ARG...
  (ulimit -v "$1" && limited 60 "$heddle" "${@:2}") >"$work/out" 2>"$work/err" </dev/null
  code=$?
}

# From what the dynamic linker needs upwards. Within two rounds there is no bug; whoever cannot
# find that out says that it does not know.
memory() {
  local least=8000 step=6000 limit seen=0
  [ $long = no ] || step=1000
  "$heddle" dump examples/safestack.c --unwind 3 >"$work/stack.prog"
  until within "$least" --version && [ "$code" = 0 ]; do
    least=$((least + 1000))
    [ $least -lt 2000000 ] || { fail "it does not start in 2 GB" && return; }
  done
  for ((limit = least; limit < least + 48000; limit += step)); do
    within "$limit" check "$work/stack.prog" --rounds 2 --json "$work/record.json"
    [ "$code" = 127 ] && continue # the dynamic linker
    if grep -q '^unknown: out of memory while ' "$work/out"; then
      seen=$((seen + 1))
      grep -q '"verdict": "unknown"' "$work/record.json" || fail "no record with $limit KB"
    else
      check 5 "no bug within 2 rounds" "with $limit KB"
    fi
  done
  checks=$((checks + 1))
  [ $seen -gt 0 ] || fail "no limit was too small"
  # clang needs more than we do; whoever fails says so
  within $((least + 10000)) check "$small" --rounds 3
  check "2 5 10" "" "C with $((least + 10000)) KB"
  within $((least + 20000)) emit --form dimacs "$work/stack.prog" --rounds 60 -o "$work/big.cnf"
  check 6 "heddle: out of memory" "emit with little memory"
  [ ! -e "$work/big.cnf" ] || fail "half a file was left"
}

# ---- disk and streams --------------------------------------------------------------------------

streams() {
  limited 60 "$heddle" check "$small" >/dev/full 2>"$work/err"
  code=$? && : >"$work/out"
  check 2 "cannot write to standard output" "check >/dev/full"
  limited 60 "$heddle" check "$small" --json - >/dev/full 2>"$work/err"
  code=$?
  check 2 "cannot write to standard output" "check --json - >/dev/full"
  limited 60 "$heddle" dump "$small" >/dev/full 2>"$work/err"
  code=$?
  check 2 "cannot write to standard output" "dump >/dev/full"
  expect 2 "cannot write '/dev/full'" check "$small" --json /dev/full
  expect 2 "cannot write '/dev/full'" emit --form dimacs "$small" -o /dev/full
  expect 2 "cannot write '$work/none/x'" check "$small" --json "$work/none/x"
  limited 60 "$heddle" check "$small" --json "$work/record.json" >&- 2>"$work/err"
  code=$?
  check 2 "cannot write to standard output" "check >&-"
  [ "$(head -c 1 "$work/record.json")" = '{' ] || fail "the verdict went into the record"
  TMPDIR=$work/nowhere expect 5 "no bug within" check "$small" "${bounds[@]}"
  limited 60 "$heddle" check "$small" --rounds 3 2>"$work/err" | head -n 1 >"$work/out"
  code=${PIPESTATUS[0]}
  check "10 141" "assertion failed" "check | head -n 1"
  [ ! -s "$work/err" ] || fail "a closed pipe is not worth a message"
}

# ---- signals -----------------------------------------------------------------------------------

# With job control, or SIGINT would be ignored in what runs in the background.
start() { # ARG...
  set -m
  "$heddle" "$@" >"$work/out" 2>"$work/err" </dev/null &
  process=$!
  set +m
}

finish() {
  wait "$process" 2>/dev/null
  code=$?
  process=""
}

children_of() { # PROCESS
  local children=""
  read -r children <"/proc/$1/task/$1/children"
  echo "${children% }"
} 2>/dev/null

has_child() { # PROCESS
  [ -n "$(children_of "$1")" ]
}

child_of() { # PROCESS: waits for it to have one
  patiently has_child "$1"
  children_of "$1"
}

is_gone() { # PROCESS: or a mere zombie
  case $(sed 's/.*) //' "/proc/$1/stat" 2>/dev/null) in '' | Z*) ;; *) return 1 ;; esac
}

nobody_compiles() { # FILE
  ! grep -qsF "$1" /proc/[0-9]*/cmdline
}

# Before there is a worker the signal ends it as it ends any program; but SIGINT is ignored then if
# this script runs in the background.
signals() {
  local i delay signal worker times=10 most=1000
  [ $long = no ] || times=100 most=3000
  for ((i = 0; i < times; i++)); do
    delay=$((RANDOM % most)) # milliseconds
    signal=$([ $((RANDOM % 2)) = 0 ] && echo INT || echo TERM)
    start check "${big[@]}"
    sleep "$((delay / 1000)).$(printf %03d $((delay % 1000)))"
    worker=$(children_of "$process")
    [ -n "$worker" ] || signal=TERM
    kill -s "$signal" "$process"
    finish
    [ -z "$worker" ] && [ "$code" -gt 128 ] && continue
    check 5 "unknown: interrupted while " "SIG$signal after $delay ms"
  done
  [ -z "$(ls "$work/tmp")" ] || fail "left behind: $(ls "$work/tmp")"

  mkfifo "$work/never.h"
  printf '#include "never.h"\nint main(void) { return 0; }\n' >"$work/waits.c"
  start check "$work/waits.c"
  child_of "$(child_of "$process")" >/dev/null # clang is there
  kill -INT "$process"
  finish
  check 5 "unknown: interrupted while unfolding" "SIGINT while clang is busy"
  expect 5 "unknown: time limit of 0.5 s reached" check "$work/waits.c" --time 500ms
  patiently nobody_compiles "$work/waits.c" || fail "clang is still there"

  # the compiler, the worker and both
  start check "$work/waits.c"
  worker=$(child_of "$process")
  patiently pgrep -P "$worker" clang >/dev/null # beside the guard, which is ours
  kill -KILL "$(pgrep -P "$worker" clang)"
  finish
  check 2 "was ended while it compiled" "clang killed"
  start check "${big[@]}" --json "$work/record.json"
  worker=$(child_of "$process")
  sleep 1
  kill -KILL "$worker"
  finish
  check 5 "unknown: killed while " "the worker killed"
  grep -q '"verdict": "unknown"' "$work/record.json" || fail "no record of a killed worker"
  start check "${big[@]}"
  worker=$(child_of "$process")
  sleep 0.5
  kill -SEGV "$worker"
  finish
  check 6 "internal error: Segmentation fault while " "the worker crashes"
  start check "${big[@]}"
  worker=$(child_of "$process")
  kill -KILL "$process"
  finish
  patiently is_gone "$worker" || fail "the worker outlives its watcher"

  # a worker that does not listen: unfolding a large array cannot be interrupted
  test/tools/huge.sh array 200000000 >"$work/array.c"
  expect 5 "time limit of 0.5 s reached while " check "$work/array.c" --time 500ms
}

# ---- files -------------------------------------------------------------------------------------

files() {
  mkdir "$work/folder.c"
  mkfifo "$work/pipe.c"
  : >"$work/empty.c"
  : >"$work/empty.prog"
  head -c 400 /dev/zero >"$work/zero.c"
  head -c 4000 /dev/zero >"$work/zero.prog"
  { "$heddle" dump "$small" && printf '\0garbage'; } >"$work/behind.prog"
  head -c 4000 /dev/urandom >"$work/noise.c"
  sed 's/$/\r/' "$small" >"$work/crlf.c"
  { printf '\357\273\277' && cat "$small"; } >"$work/bom.c"
  "$heddle" dump "$small" | sed 's/$/\r/' >"$work/crlf.prog"
  { printf '\357\273\277' && "$heddle" dump "$small"; } >"$work/bom.prog"
  printf '\357\273\277CHECK( init(main()), LTL(G ! data-race) )\r\n' >"$work/bom.prp"
  printf 'CHECK( init(main()), LTL(G ! data-race) )\n\0' >"$work/zero.prp"
  printf '// caf\351 \377\376\n' | cat - "$small" >"$work/latin.c"
  expect 2 "Is a directory" check "$work/folder.c"
  expect 2 "it is a pipe" check "$work/pipe.c"
  expect 2 "No such file" check "$work/none.c"
  expect 2 "no function 'main'" check "$work/empty.c"
  expect 2 "on the first line" check "$work/empty.prog"
  expect 2 "no function 'main'" check "$work/zero.c"
  expect 2 "there is a zero byte" check "$work/zero.prog"
  expect 2 "there is a zero byte" check "$work/behind.prog"
  expect 2 "does not compile" check "$work/noise.c"
  expect 10 "bug: assertion failed" check "$work/crlf.c" --rounds 3
  expect 10 "bug: assertion failed" check "$work/bom.c" --rounds 3
  expect 10 "bug: assertion failed" check "$work/crlf.prog" --rounds 3
  expect 10 "bug: assertion failed" check "$work/bom.prog" --rounds 3
  expect 10 "bug: assertion failed" check "$work/latin.c" --rounds 3 --json "$work/record.json"
  expect 10 "data race" check "$small" --property-file "$work/bom.prp"
  expect 2 "there is a zero byte" check "$small" --property-file "$work/zero.prp"
  expect 2 "Is a directory" check "$small" --property-file "$work"
  expect 2 "" check "$small" -p /dev/null
  [ "$(id -u)" = 0 ] || { cp "$small" "$work/secret.c" && chmod 0 "$work/secret.c" &&
    expect 2 "Permission denied" check "$work/secret.c"; }
  long_lines "$([ $long = yes ] && echo 100000000 || echo 1000000)"
}

long_lines() { # BYTES in a line
  { tr -d '\n' <"$work/empty.c" && head -c "$1" /dev/zero | tr '\0' ' ' && cat "$small"; } \
    >"$work/line.c"
  expect 10 "bug: assertion failed" check "$work/line.c" --rounds 3
  { head -c "$1" /dev/zero | tr '\0' 'x'; } >"$work/line.prog"
  expect 2 "on the first line" check "$work/line.prog"
  { printf '['; head -c "$1" /dev/zero | tr '\0' '['; } >"$work/line.json"
  expect 2 "nested too deeply" check "$small" -p "$work/line.json"
}

# ---- size --------------------------------------------------------------------------------------

huge() { # KIND N CODES TEXT ARG...
  test/tools/huge.sh "$1" "$2" >"$work/huge.c"
  expect "$3" "$4" check "$work/huge.c" "${bounds[@]}" --quiet --stats "${@:5}"
  [ $long = no ] || echo "     $1 $2: $(sed -n 's/^total: //p' "$work/out")," \
    "$(sed -n 's/^memory: //p' "$work/out") - $(head -n 1 "$work/out" | cut -c 1-80)"
}

sizes() {
  huge lines 20000 5 "no bug within"
  huge depth 3000 5 "no bug within"
  huge labels 8000 5 "no bug within"
  huge threads 200 5 "" --time 2s
  huge cells 20000 5 "no bug within"
  [ $long = yes ] || return
  huge labels 100000 5 "no bug within" --time 5m
  huge array 100000000 0 "no bug:" --time 5m
  huge cells 100000 5 "" --time 5m
  huge depth 10000 5 "no bug within" --time 5m
  test/tools/huge.sh labels 1000000 >"$work/huge.c"
  (ulimit -v 6000000 &&
    limited 600 "$heddle" check "$work/huge.c" "${bounds[@]}" >"$work/out" 2>"$work/err")
  code=$?
  check 5 "unknown: out of memory while " "a million labels in 6 GB"
  head -n 1 "$work/out"
}

for part in "${parts[@]}"; do
  before=$failures
  SECONDS=0
  $part
  echo "$([ $failures = $before ] && echo ok || echo FAIL) $part ($SECONDS s)"
done
echo "$checks checks, $failures failed"
[ $failures = 0 ]
