#!/usr/bin/env bash
# One problem, several ranks: verdicts are those of the local swarm, each part is decided once, and
# whatever is killed, the journal is good to go on from, with any number of ranks and with none.
#
#   mpi.sh HEDDLE HEDDLE-MPI [--few]
#
# --few: each way of talking and of dying once, for slow builds; the verdicts are those of the fast one. SWARM_SEED=N chooses the moments.
#
# Everything stays on this machine: ranks talk through shared memory, and mpirun through loopback.
#
# shellcheck disable=SC2317 # functions are called through check and patiently
set -u
cd "$(dirname "$0")/.." || exit 1
# shellcheck source=test/tools/limits.sh
. test/tools/limits.sh
heddle=$(realpath "$1") heddle_mpi=$(realpath "$2")
few=${3:-}
work=$(mktemp -d)
trap 'end_run; rm -rf "$work"' EXIT
seed=${SWARM_SEED:-$((RANDOM % 10000))}
RANDOM=$seed
process="" killed=0
export LC_ALL=C
# shellcheck source=test/tools/divided.sh
. test/tools/divided.sh

export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_btl=self,vader OMPI_MCA_oob_tcp_if_include=lo OMPI_MCA_orte_tmpdir_base=$work
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none
# Or mpirun waits two seconds whenever the exit code is not 0.
export OMPI_MCA_odls_base_sigkill_timeout=0
# What MPI never frees is not ours; and a process that was killed cannot be asked.
export ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0"

# ---- runs ----

# -q: mpirun comments every exit code but 0 otherwise.
launch() { # ARG OF mpirun...: in a session of its own, by which all its processes are known
  (ulimit -S -t 60 && exec setsid timeout --foreground -k 5 "$hanging" mpirun -q "$@") \
    >"$work/out" 2>"$work/err" </dev/null &
  process=$!
}

start() { # RANKS ARG...
  launch -n "$1" "$heddle_mpi" check "${@:2}" --quiet
}

finish() {
  wait "$process" 2>/dev/null
  code=$?
  cat "$work/err" >>"$work/out"
  check "processes are left after the end: $(living | tr '\n' ';')" patiently nobody_left
  process=""
}

run() { # RANKS ARG...
  start "$@"
  finish
}

run_local() { # ARG...: heddle without ranks
  limited 60 "$heddle" check "$@" --quiet >"$work/out" 2>&1
  code=$?
}

living() { # the processes of the run, one a line: number and parent
  [ -z "$process" ] || ps -eo sid=,pid=,ppid=,stat= |
    awk -v session="$process" '$1 == session && $4 !~ /Z/ { print $2, $3 }'
}

nobody_left() {
  [ -z "$(living)" ]
}

over() {
  ! kill -0 "$process" 2>/dev/null
}

end_run() {
  [ -n "$process" ] || return
  # shellcheck disable=SC2046 # one a line
  kill -KILL $(living | cut -d' ' -f 1) 2>/dev/null
  wait "$process" 2>/dev/null
}

# timeout, mpirun, then one process for each rank that uses MPI; below it the one that works, and what
# that one has started.
posts() {
  living | awk -v top="$process" '
    { parent[$1] = $2 }
    END {
      for (p in parent)
        if (parent[parent[p]] == top)
          print p
    }'
}

post_of() { # RANK
  local p
  for p in $(posts); do
    tr '\0' '\n' 2>/dev/null <"/proc/$p/environ" | grep -qx "OMPI_COMM_WORLD_RANK=$1" && echo "$p"
  done
}

children_of() { # PROCESS
  living | awk -v parent="$1" '$2 == parent { print $1 }'
}

kill_all() { # PROCESS...
  [ $# = 0 ] || kill -KILL "$@" 2>/dev/null
  killed=$((killed + $#))
}

# WHAT is one of: post (what uses MPI), work (its child), below (what that has started).
victims() { # WHAT RANK
  local post child
  post=$(post_of "$2")
  [ -n "$post" ] || return
  child=$(children_of "$post")
  case $1 in
  post) echo "$post" ;;
  work) echo "$child" ;;
  below) [ -z "$child" ] || children_of "$child" ;;
  esac
}

programs
proof=("$work/mix.prog" --rounds 5)
order=("$work/turns.prog" --engine order --time 1h) # else it has a minute

# ---- what is refused -----------------------------------------------------------------

run 1 "${proof[@]}"
judge 1 'one rank is too few' "one rank"
run 2 "${proof[@]}" --certify "$work/proofs"
judge 1 "'--certify' needs one process" "proofs"
run 2 "${proof[@]}" --engine explicit
judge 1 'cannot share a problem among ranks' "an engine that does not divide"
if [ -z "$few" ]; then
  run 2 "${proof[@]}" --engine gcc
  judge 1 'needs a folder of this machine' "another verifier"
  launch -n 2 "$heddle_mpi" study "$work/mix.prog"
  finish
  judge 1 "only 'check' can be shared" "another command"
  launch -n 2 "$heddle_mpi" help check
  finish
  judge 0 'journal FILE' "help"
  check "help is printed by each rank" [ "$(grep -c '^Usage' "$work/out")" = 1 ]
  run 2 "$work/none.c"
  judge 2 'none.c' "a file that is not there"
fi

# A rank with another build must not take part, whatever it says.
cp "$heddle_mpi" "$work/other"
echo >>"$work/other"
launch -n 2 "$heddle_mpi" check "${proof[@]}" : -n 1 "$work/other" check "${proof[@]}"
finish
judge 2 'rank 2 on .* runs another build' "another build"

# ---- the verdict is that of the local swarm -------------------------------------------

# With neither seconds nor the size of a formula.
verdict_of() {
  sed 's/ (order: [^;]*;/ (order;/' "$work/out"
}

same_verdict() {
  [ "$code" = "$expected" ] && [ "$(verdict_of)" = "$verdict" ]
}

# Killed as `kill` says, when one more thing is known; then taken up by so many ranks, and to the end.
# 0 ranks: heddle alone.
kill_and_resume() { # NAME WHAT RANK RANKS ARG...
  local name="$1: $2 of rank $3 killed" option=(--journal "$journal")
  new_journal "$1-$2-$3"
  : >"$work/before"
  start 3 "${@:5}" --journal "$journal"
  patiently more ' (divide|none) ' 0
  a_while 300
  # shellcheck disable=SC2046 # one a line
  kill_all $(victims "$2" "$3")
  finish
  [ -f "$journal" ] || fail "$name: no journal"
  check "$name: parts" tree
  cp "$journal" "$work/before"
  if [ "$4" = 0 ]; then
    run_local "${@:5}" --jobs 2 --resume "$journal"
  else
    run "$4" "${@:5}" --resume "$journal"
  fi
  check "$name, then taken up by $4: another verdict" same_verdict
  check "$name, then taken up by $4: lost what was known" grows
  check "$name, then taken up by $4: parts" tree all
}

divided() { # NAME CODE PATTERN ARG...
  local name=$1
  expected=$2
  new_journal "$name-local"
  run_local "${@:4}" --jobs 2 --journal "$journal"
  judge "$2" "$3" "$name: without ranks"
  verdict=$(verdict_of)
  new_journal "$name-ranks"
  run 3 "${@:4}" --journal "$journal"
  check "$name: another verdict" same_verdict
  check "$name: parts" tree all
  check "$name: hardly divided, too easy for this test" [ "$(lines ' none ')" -ge 2 ]

  [ -z "$few" ] || return
  # The parts into which one of them has divided it are decided by the other.
  grep -v ' none ' "$work/$name-local.journal" >"$journal"
  cp "$journal" "$work/before"
  run 3 "${@:4}" --resume "$journal"
  check "$name: parts of the local swarm: another verdict" same_verdict
  check "$name: parts of the local swarm: not decided" tree all
  check "$name: parts of the local swarm: forgotten" grows

  # All is known: nothing is added.
  cp "$journal" "$work/before"
  run 2 "${@:4}" --resume "$journal"
  check "$name: all was known: another verdict" same_verdict
  check "$name: all was known, and more was done" cmp -s "$work/before" "$journal"
}

[ -n "$few" ] || divided order 0 '^no bug: all schedules and all iterations' "${order[@]}"
[ -n "$few" ] || kill_and_resume order post $((RANDOM % 3)) 2 "${order[@]}"
[ -n "$few" ] || kill_and_resume order work $((RANDOM % 3)) 0 "${order[@]}"
divided rounds 5 '^no bug within 5 rounds' "${proof[@]}"

# Every process of every rank, in turn.
kill_and_resume rounds post 0 3 "${proof[@]}"
kill_and_resume rounds post 1 0 "${proof[@]}"
if [ -z "$few" ]; then
  kill_and_resume rounds post 2 2 "${proof[@]}"
  kill_and_resume rounds work 0 2 "${proof[@]}"
  kill_and_resume rounds below 0 3 "${proof[@]}"
  kill_and_resume rounds work 1 3 "${proof[@]}"
  kill_and_resume rounds below 2 2 "${proof[@]}"
fi

# A rank whose work is gone takes part no more; the others do it all. One that loses its workers begins
# them again.
new_journal survivor
start 3 "${proof[@]}" --journal "$journal"
patiently more ' divide ' 0
# shellcheck disable=SC2046 # one a line
kill_all $(victims work 1)
finish
check "one rank without its work: another verdict" same_verdict
check "one rank without its work: parts" tree all

# ---- who asks for an end gets a verdict -----------------------------------------------

# While those who solve are stopped, the search cannot come to its end before the signal has come. On a busy
# machine it may be over before they are: then there is nothing to interrupt, and it begins again.
begin_and_hold() { # sets held
  local try rank
  for try in 1 2 3 4 5; do
    new_journal "$1-$try"
    start 3 "${proof[@]}" --journal "$journal"
    patiently more ' divide ' 0
    held=$(for rank in 0 1 2; do victims below "$rank"; done)
    # shellcheck disable=SC2086
    [ -z "$held" ] || kill -STOP $held 2>/dev/null
    [ -z "$held" ] || ! tree all >/dev/null 2>&1 || held=""
    [ -z "$held" ] || return
    finish
  done
}

interrupt() { # SIGNAL WHOM
  local whom="" name="$1 to $2" held
  begin_and_hold "$1-$2"
  case $2 in
  mpirun) whom=$(children_of "$process") ;;
  *) whom=$(post_of 0) ;;
  esac
  # shellcheck disable=SC2086
  [ -z "$whom" ] || kill -"$1" $whom
  # shellcheck disable=SC2086
  kill -CONT $held 2>/dev/null
  finish
  judge 5 '^unknown: interrupted' "$name"
  check "$name: parts" tree
  cp "$journal" "$work/before"
  run 3 "${proof[@]}" --resume "$journal"
  check "$name, then taken up: another verdict" same_verdict
  check "$name, then taken up: parts" tree all
}
interrupt TERM rank
[ -n "$few" ] || interrupt USR1 mpirun

# ---- a bug ends everything ------------------------------------------------------------

bug_ends_all() { # NAME ARG...
  new_journal "$1-bug"
  run 3 "${@:2}" --journal "$journal"
  judge 10 '^bug: ' "$1: a bug"
  check "$1: the bug is not in the journal: too easy for this test" [ "$(lines ' bug ')" = 1 ]
  check "$1: a bug: parts" tree
  check "$1: somebody went on after the bug" \
    [ "$(sed -n '$s/^[^ ]* \([a-z]*\) .*/\1/p' "$journal")" = bug ]
  cp "$journal" "$work/before"
  run_local "${@:2}" --resume "$journal"
  judge 10 '^bug: ' "$1: a bug that is known"
}
[ -n "$few" ] || bug_ends_all order "$work/missed.prog" "${order[@]:1}"
bug_ends_all rounds "$work/stack.prog" --rounds 2

# Bounds that are raised: one problem after the other is told to all.
launch -n 3 "$heddle_mpi" check examples/lost_update.c --property assert
finish
judge 10 '^bug: assertion failed .* \(3 rounds, 1 unwinding' "bounds are raised"
check "bounds are raised: no trace" grep -q 'counter++; .* writes counter = 1' "$work/out"

# ---- what is said is counted ------------------------------------------------------------

rows() { # PATTERN
  grep -cE "$1" "$work/out"
}
run 4 "${proof[@]}" --stats --json "$work/stats.json"
check "statistics: not of all ranks" [ "$(rows '^rank [123]: [1-9].* jobs; to it [1-9].* from it [1-9]')" = 3 ]
check "statistics: not one problem" [ "$(rows '^to all ranks: 1 messages, [1-9]')" = 1 ]
check "statistics: not in the JSON file" grep -q '"messages_from": [1-9]' "$work/stats.json"

# ---- instances --------------------------------------------------------------------------

tiles=(--no-merge --tile-size 2 --tiles 1)
all=("$work/count.prog" --rounds 4 "${tiles[@]}")
limited 60 "$heddle" instances "$work/count.prog" "${tiles[@]}" -o - 2>/dev/null |
  sort >"$work/instances"
n=$(wc -l <"$work/instances")

each_once() {
  instance_lines | cmp -s - "$work/instances"
}
new_journal instances
start 3 "${all[@]}" --journal "$journal"
patiently more ' none ' 0
# shellcheck disable=SC2046 # one a line
kill_all $(victims post $((RANDOM % 3)))
finish
cp "$journal" "$work/before"
run 3 "${all[@]}" --resume "$journal"
judge 5 "^no bug within 4 rounds.*, in all $n instances" "instances, killed and taken up"
check "instances: lost what was known" grows
check "instances: not each once" each_once
run 3 "$work/late.prog" "${all[@]:1}"
judge 10 '^bug: .* in the instance ' "an instance with a bug"

[ $failed = 0 ] && echo "mpi: $checks checks; $killed processes killed"
exit $failed
