#!/usr/bin/env bash
# heddle cluster: instances as tasks that know nothing of each other, run by xargs. Whatever is killed, each
# instance is decided once in the end, and the verdict is that of heddle check --tiles.
#
#   cluster.sh PROGRAM
#
# SWARM_SEED=N chooses the moments. test/slurm.sh does it with Slurm.
#
# shellcheck disable=SC2317 # functions are called through check and patiently
set -u
cd "$(dirname "$0")/.." || exit 1
# shellcheck source=test/tools/limits.sh
. test/tools/limits.sh
heddle=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
seed=${SWARM_SEED:-$((RANDOM % 10000))}
RANDOM=$seed
export LC_ALL=C
# A process that was killed cannot be asked for leaks.
export ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0"
# shellcheck source=test/tools/divided.sh
. test/tools/divided.sh

cluster() { # ARG...
  limited 60 "$heddle" cluster "$@" >"$work/out" 2>&1
  code=$?
}

collect() {
  cluster collect "$folder"
  journal=$folder/collected.journal
}

tasks() { # N...: two at a time
  printf '%s\n' "$@" | limited 60 xargs -P 2 -n 1 "$folder/task.sh" >"$work/tasks" 2>&1
  code=$?
}

each_once() { # in all journals together
  cat "$folder"/journals/*.journal | sed -n 's/^[^ ]* none \[\(.*\)\] $/\1/p' | sort |
    cmp -s - "$work/instances"
}

options=(--no-merge --tile-size 2 --tiles 1 --rounds 4)
slurm() { # NAME GOAL ARG...
  folder=$work/$1
  cluster slurm "$work/count.c" "${options[@]}" --unwind 4 --array 5 -o "$folder" "${@:3}" \
    -- -DCOUNTER="${2%=*}" -DGOAL="${2#*=}"
}

# ---- what is refused ------------------------------------------------------------------

folder=$work/none
cluster
judge 1 'slurm or collect' "nothing to do"
cluster collect
judge 1 'name the one folder' "no folder"
cluster collect "$work/none"
judge 2 "none/options" "a folder that is not there"
cluster slurm "$work/count.c" --tile-size 2 -o "$folder"
judge 1 "'?--tiles" "no tiles"
cluster slurm "$work/count.c" --tile-size 2 --tiles 1
judge 1 '-o DIR' "no folder to be made"
limited 60 "$heddle" check "$work/count.c" --tile-size 2 --tiles 1 --share 4/3 >"$work/out" 2>&1
code=$?
judge 1 "'4/3' is no K/N" "a share that is none"
check "what was refused has left something" [ ! -e "$folder" ]

# ---- the folder, and a part of the work -------------------------------------------------

slurm all counter=6 --time 90s --memory 100
judge 0 '^36 instances in 5 tasks' "a folder"
for line in --array=1-5 --time=2 --mem=100M --requeue --signal=B:USR1@60; do
  check "no $line in the script" grep -qxe "#SBATCH $line" "$folder/array.sbatch"
done
check "the script is none" bash -n "$folder/array.sbatch"
slurm all counter=6
judge 2 'has a problem already' "the same folder again"

limited 60 "$heddle" instances "$folder/program.prog" "${options[@]:0:5}" -o - 2>/dev/null |
  sort >"$work/instances"
limited 60 "$heddle" check "$work/count.c" "${options[@]}" --unwind 4 --quiet \
  -- -DCOUNTER=counter -DGOAL=6 >"$work/verdict" 2>&1

collect
judge 5 '^unknown: 36 of 36 instances are left; nothing was covered' "nothing was done"
judge 5 '^left: tasks 1-5 \(36 instances\)' "all is left"
tasks 2 3
judge 0 '' "two tasks"
collect
judge 5 '^unknown: 22 of 36 instances are left; no bug in 14 instances' "two tasks are done"
judge 5 '^left: tasks 1,4-5 \(22 instances\)' "three tasks are left"

# ---- whatever happens, each instance is decided once ------------------------------------

# One task twice at the same time: one waits for the other.
tasks 1 1
judge 0 '' "one task twice"
check "one task twice: an instance was decided twice" \
  [ "$(grep -c ' none ' "$folder/journals/1.journal")" = 8 ]

# Killed in the middle, with all its processes, and a line torn; what the others do is collected meanwhile.
set -m
"$folder/task.sh" 4 >"$work/tasks" 2>&1 &
set +m
journal=$folder/journals/4.journal
some() {
  [ "$(lines ' none ')" -gt 1 ]
}
patiently some
kill -KILL -- -$!
collect
judge 5 '^(unknown: [0-9]+ of 36 instances are left|left: tasks (4-)?5)' "killed in the middle"
cp "$folder/journals/4.journal" "$work/before"
journal=$folder/journals/4.journal
tear
collect
judge 5 '^left: tasks 4-5 ' "killed in the middle, a line torn"
: >"$folder/journals/5.journal" # as if it had been killed at once
tasks 1 2 3 4 5
judge 0 '' "all tasks again"
check "an instance was not decided once" each_once
collect
check "another verdict than that of heddle check" cmp -s "$work/out" "$work/verdict"
check "not all in one journal" cmp -s <(instance_lines) "$work/instances"
cp "$journal" "$work/before"
limited 60 "$heddle" check "$folder/program.prog" "${options[@]}" --unwind 4 --resume "$journal" \
  --quiet >"$work/out" 2>&1
check "the collected journal: another verdict" cmp -s "$work/out" "$work/verdict"
check "the collected journal: work was done again" cmp -s "$journal" "$work/before"

# The same by chance, and with a part of the instances.
slurm some counter=6 --instances 9 --seed 3
judge 0 '^9 instances in 5 tasks' "some instances"
tasks 1 2 3 4 5
collect
judge 5 '^no bug within 4 rounds .* in 9 instances; .*other instances' "some instances"

# ---- who asks for an end gets it -----------------------------------------------------------

slurm ended counter=6
"$folder/task.sh" 1 >"$work/out" 2>&1 &
task=$!
journal=$folder/journals/1.journal
over() {
  ! kill -0 "$task" 2>/dev/null
}
patiently more ' none ' 0
kill -USR1 $task 2>/dev/null
wait $task
code=$?
judge 0 '^(unknown: interrupted|no bug within)' "a task that is to end"
tasks 1 2 3 4 5
check "ended and begun again: an instance was not decided once" each_once

# ---- a bug ends all --------------------------------------------------------------------------

slurm bug late=2
check "another heddle than that of the folder" \
  [ "$(HEDDLE=$(command -v echo) "$folder/task.sh" 3 | cut -d' ' -f 1-2)" = "check program.prog" ]
tasks 1 2 3 4 5
judge 124 '' "a bug: xargs goes on"
check "a bug: it is not said" [ -e "$folder/found" ]
collect
judge 10 '^bug: assertion failed .* in the instance ' "a bug"
judge 10 'reads late = 1' "a bug: no trace"
before=$(cat "$folder"/journals/* | wc -l)
tasks 1 2 3 4 5
judge 0 '' "tasks after the bug"
check "tasks after the bug have worked" [ "$(cat "$folder"/journals/* | wc -l)" = "$before" ]

[ $failed = 0 ] && echo "cluster: $checks checks"
exit $failed
