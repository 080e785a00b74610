#!/usr/bin/env bash
# The swarm under fire: processes at work and whole runs are killed at random moments. The verdict
# stays, no part of the work is lost or done twice, nothing hangs, and no process stays behind.
#
#   swarm.sh PROGRAM [--few]
#
# --few: fewer, for slow builds. SWARM_SEED=N chooses the moments.
#
# shellcheck disable=SC2317 # functions are called through check and patiently
set -u
cd "$(dirname "$0")/.." || exit 1
# shellcheck source=test/tools/limits.sh
. test/tools/limits.sh
heddle=$(realpath "$1")
few=${2:-}
work=$(mktemp -d)
trap 'kill_run; rm -rf "$work"' EXIT
seed=${SWARM_SEED:-$((RANDOM % 10000))}
RANDOM=$seed
process="" slowest=0 killed=0
export LC_ALL=C
# shellcheck source=test/tools/divided.sh
. test/tools/divided.sh

# ---- runs ----

start() { # ARG...: in a process group of its own, by which all its processes are known
  set -m
  (ulimit -S -t 60 && exec timeout --foreground -k 5 "$hanging" "$heddle" check "$@" --quiet) \
    >"$work/out" 2>&1 </dev/null &
  process=$!
  set +m
}

# Its processes will be killed. Sanitizers have one of their own, which looks for leaks at the end,
# and wait for it forever.
expose() { # ARG...
  ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0" start "$@"
}

finish() {
  wait "$process" 2>/dev/null
  code=$?
  check "processes are left after the end" patiently nobody_left
  process=""
}

run() { # ARG...
  start "$@"
  finish
}

living() { # the processes of the run, one a line: number and parent
  ps -eo pgid=,pid=,ppid=,stat= |
    awk -v group="$process" '$1 == group && $4 !~ /Z/ { print $2, $3 }'
}

nobody_left() {
  [ -z "$(living)" ]
}

# timeout, heddle, the process that holds the problem; all others are at work.
first_process() {
  living | awk -v top="$process" '$2 == top { print $1 }'
}

at_work() {
  living | awk -v top="$process" '
    { parent[$1] = $2 }
    END {
      for (p in parent)
        if (p != top && parent[p] != top && parent[parent[p]] != top)
          print p
    }'
}

over() {
  [ -z "$(first_process)" ]
}

kill_workers() {
  local workers
  workers=$(at_work)
  # shellcheck disable=SC2086 # one a line
  [ -z "$workers" ] || kill -KILL $workers 2>/dev/null
  killed=$((killed + $(wc -w <<<"$workers")))
}

kill_run() { # the first process alone: the others must notice
  local first begin took
  [ -n "$process" ] || return
  first=$(first_process)
  begin=$(now)
  # shellcheck disable=SC2086 # none if it is over
  [ -z "$first" ] || kill -KILL $first 2>/dev/null
  wait "$process" 2>/dev/null
  checks=$((checks + 1))
  if ! patiently nobody_left; then
    fail "processes are left after the first one was killed: $(living | tr '\n' ';')"
    # shellcheck disable=SC2046
    kill -KILL $(living | cut -d' ' -f 1) 2>/dev/null
  fi
  took=$(($(now) - begin))
  [ $took -le $slowest ] || slowest=$took
  process=""
}

# Killed and taken up again, then to the end.
kill_and_resume() { # TIMES MS PATTERN ARG...: up to MS after one more line like that
  local i known option=--journal
  : >"$work/before"
  for ((i = 0; i < $1; i++)); do
    known=$(lines "$3")
    start "${@:4}" $option "$journal"
    patiently more "$3" "$known"
    a_while "$2"
    kill_run
    check "a killed run lost what was known" grows
    [ $i -gt 0 ] || tear
    cp "$journal" "$work/before"
    option=--resume
  done
  run "${@:4}" --resume "$journal"
  check "a run that was taken up lost what was known" grows
}

# ---- a problem that is divided ----

programs

# With neither seconds nor the size of a formula.
verdict_of() {
  sed 's/ (order: [^;]*;/ (order;/' "$work/out"
}

same_verdict() {
  [ "$code" = "$expected" ] && [ "$(verdict_of)" = "$verdict" ]
}

kill_all_the_time() {
  kill_workers
  a_while 60
  over
}

under_fire() { # NAME CODE PATTERN ARG...
  local name=$1 times=2
  expected=$2
  new_journal "$name-calm"
  run "${@:4}" --journal "$journal"
  judge "$2" "$3" "$name: undisturbed"
  verdict=$(verdict_of)
  check "$name: the undisturbed run's parts" tree all
  check "$name: hardly divided, too easy for this test" [ "$(lines ' none ')" -ge 3 ]

  # Every process that is at work at some moment: each loses its part, which is begun again.
  new_journal "$name-once"
  expose "${@:4}" --journal "$journal"
  patiently more ' divide ' 0
  a_while 500
  kill_workers
  finish
  check "$name: workers killed once: another verdict" same_verdict
  check "$name: workers killed once: parts" tree all

  # Again and again: parts are given up, and begun anew by the next run.
  new_journal "$name-often"
  expose "${@:4}" --journal "$journal"
  patiently more ' divide ' 0
  patiently kill_all_the_time
  finish
  if same_verdict; then
    check "$name: workers killed again and again, and nothing given up: parts" tree all
  else
    judge 5 '^unknown: processes at work on parts of the problem died' "killed again and again"
    check "$name: workers killed again and again: parts" tree
  fi
  run "${@:4}" --resume "$journal"
  check "$name: taken up after workers were killed: another verdict" same_verdict
  check "$name: taken up after workers were killed: parts" tree all

  # The whole run.
  new_journal "$name-whole"
  [ -z "$few" ] || times=1
  kill_and_resume $times 300 ' (divide|none) ' "${@:4}"
  check "$name: killed and taken up: another verdict" same_verdict
  check "$name: killed and taken up: parts" tree all

  # All is known: nothing is added.
  cp "$journal" "$work/before"
  run "${@:4}" --resume "$journal"
  check "$name: all was known: another verdict" same_verdict
  check "$name: all was known, and more was done" cmp -s "$work/before" "$journal"
}

proof=("$work/mix.prog" --rounds 5 --jobs 3)
order=("$work/turns.prog" --engine order --jobs 3 --time 1h) # else it has a minute
under_fire order 0 '^no bug: all schedules and all iterations' "${order[@]}"
under_fire rounds 5 '^no bug within 5 rounds' "${proof[@]}"

# No processes at all: there is no file left for a pair of sockets.
without_processes() { # FILES ARG...
  (
    ulimit -n "$1"
    limited 60 "$heddle" check "${@:2}" --quiet
  ) >"$work/out" 2>&1 </dev/null 3>&-
  code=$?
}
without_processes 4 "${proof[@]}"
judge 5 '^unknown: processes at work on parts of the problem died' "no process can be started"

# A journal has one of two halves. That is half of the work or not, by one order nobody knows.
new_journal half
awk -F'[ ]' 'NR < 3 { print } NR == 2 { print $1, "none", $4 "+", "" }' "$work/order-calm.journal" \
  >"$journal"
without_processes 5 "${order[@]}" --resume "$journal"
judge 5 '^unknown: processes at work.* died; no bug in 1 of 2 parts of the schedules' "parts"
if [ -z "$few" ]; then # sanitizers need memory of their own
  run "${proof[@]}" --job-memory 1
  judge 5 '^unknown: processes at work on parts of the problem died' "memory for no process"
fi

# With one process, the same seed gives the same run.
one() { # ARG...
  rm -f "$work/one"
  run "$@" --jobs 1 --seed 7 --stats --journal "$work/one"
  grep -E '^(conflicts|parts|steps|refinements): ' "$work/out"
}
first=$(one "${proof[@]}")
check "one process and the same seed: another run" [ "$first" = "$(one "${proof[@]}")" ]
check "one process: no parts in the statistics" grep -q '^parts: ' "$work/out"
first=$(one "${order[@]}")
check "one process and the same seed, order: another run" [ "$first" = "$(one "${order[@]}")" ]
check "one process, order: no parts in the statistics" grep -q '^parts: ' "$work/out"

# Without a journal it does not divide.
run "${proof[@]}" --jobs 1 --seed 7 --stats
check "one process divides for nobody" [ -z "$(grep '^parts: ' "$work/out")" ]
alone=$(grep '^conflicts: ' "$work/out")
run "$work/mix.prog" --rounds 5 --seed 7 --stats
check "one process works like none" [ "$alone" = "$(grep '^conflicts: ' "$work/out")" ]

# ---- a bug ends everything ----

bug_ends_all() { # NAME ARG...
  new_journal "$1-bug"
  run "${@:2}" --journal "$journal"
  ended=$(date +%s%N)
  judge 10 '^bug: ' "$1: a bug"
  check "$1: the bug is not in the journal: too easy for this test" [ "$(lines ' bug ')" = 1 ]
  check "$1: a bug: parts" tree
  delay=$(((ended - $(date -r "$journal" +%s%N)) / 1000000))
  check "$1: somebody went on after the bug" \
    [ "$(sed -n '$s/^[^ ]* \([a-z]*\) .*/\1/p' "$journal")" = bug ]

  # It is known, or found again.
  cp "$journal" "$work/before"
  run "${@:2}" --resume "$journal"
  judge 10 '^bug: ' "$1: a bug that is known"
  check "$1: the bug was known, and more was done" cmp -s "$work/before" "$journal"
  grep -v ' bug ' "$work/before" >"$journal"
  run "${@:2}" --resume "$journal"
  judge 10 '^bug: ' "$1: a bug after the run was taken up"
}

bug=("$work/stack.prog" --rounds 2 --jobs 3)
bug_ends_all order "$work/missed.prog" "${order[@]:1}"
bug_ends_all rounds "${bug[@]}"

# Whoever says that all is refuted is believed, but not about another problem.
key=$(sed -n '2s/ .*//p' "$journal")
refuted() { # KEY
  printf 'heddle journal 1\n%s none  \n' "$1" >"$journal"
}
refuted "$key"
run "${bug[@]}" --resume "$journal"
judge 5 '^no bug' "what the journal says is not used"
refuted "$(sed -n '2s/ .*//p' "$work/rounds-calm.journal")"
run "${bug[@]}" --resume "$journal"
judge 10 '^bug: ' "the journal of another program"
refuted "$(sed -n '2s/ .*//p' "$work/rounds-calm.journal")"
run "$work/mix.prog" --rounds 4 --jobs 3 --resume "$journal"
judge 5 '^no bug within 4 rounds' "the journal of other bounds"
check "the journal of other bounds was used" [ "$(lines ' none ')" -gt 2 ]

# So it is of all schedules.
key=$(sed -n '2s/ .*//p' "$work/order-calm.journal")
refuted "$key"
run "${order[@]}" --resume "$journal"
judge 0 '^no bug: all schedules' "order: what the journal says"
check "order: what the journal says is not used" [ "$(wc -l <"$journal")" = 2 ]

# ---- instances ----

tiles=(--no-merge --tile-size 2 --tiles 1)
all=("$work/count.prog" --rounds 4 "${tiles[@]}" --jobs 2)
limited 60 "$heddle" instances "$work/count.prog" "${tiles[@]}" -o - 2>/dev/null |
  sort >"$work/instances"
n=$(wc -l <"$work/instances")

each_once() {
  instance_lines | cmp -s - "$work/instances"
}

new_journal workers
expose "${all[@]}" --journal "$journal"
patiently more ' none ' 0
a_while 100
kill_workers
finish
judge 5 "^no bug within 4 rounds.*, in all $n instances" "workers of instances killed once"
check "workers killed: not each instance once" each_once

new_journal instances
kill_and_resume 2 200 ' none ' "${all[@]}"
judge 5 "^no bug within 4 rounds.*, in all $n instances" "instances, killed and taken up"
check "killed and taken up: not each instance once" each_once
run "${all[@]}" --resume "$journal"
judge 5 "^no bug within 4 rounds.*, in all $n instances" "instances, all known"
check "all was known: not each instance once" each_once

new_journal late
run "$work/late.prog" "${all[@]:1}" --journal "$journal"
judge 10 '^bug: .* in the instance ' "an instance with a bug"
grep -v ' bug ' "$journal" | head -n 4 >"$work/before"
cp "$work/before" "$journal"
run "$work/late.prog" "${all[@]:1}" --resume "$journal"
judge 10 '^bug: .* in the instance ' "an instance with a bug, taken up"
check "instances before the bug were done again" [ -z "$(instance_lines | uniq -d)" ]
cp "$work/instances.journal" "$journal"
run "$work/late.prog" "${all[@]:1}" --resume "$journal"
judge 10 '^bug: .* in the instance ' "instances of another program"

[ $failed = 0 ] && echo "swarm: $checks checks; $killed workers killed;" \
  "killed runs were gone after $slowest ms; a bug ended everything after $delay ms"
exit $failed
