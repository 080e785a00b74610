#!/usr/bin/env bash
# A real Slurm with two nodes. The array of heddle cluster slurm: a node fails in the middle, its tasks go back
# into the queue, and each instance is decided once. The script of doc/cluster.md does what the page says: it
# is warned, puts its job back into the queue, and the job goes on from its journal, on two nodes.
#
#   slurm.sh HEDDLE HEDDLE-MPI [array|mpi]
#
# Both nodes are this machine. The daemons are started here and ended by their process ids; they keep all
# their files in a temporary folder and listen on ports of their own. Where that cannot be, the test is
# skipped (77) and says why. It is no part of make test: daemons that answer late on a busy machine can
# keep it waiting.
#
# shellcheck disable=SC2317 # functions are called through check and patiently
set -u
cd "$(dirname "$0")/.." || exit 1
# shellcheck source=test/tools/limits.sh
. test/tools/limits.sh
heddle=$(realpath "$1") heddle_mpi=$(realpath "$2") part=${3:-}
work=$(mktemp -d)
trap 'end_daemons; [ -n "${KEEP:-}" ] || rm -rf "$work"' EXIT
seed=0 job=""
export LC_ALL=C
# shellcheck source=test/tools/divided.sh
. test/tools/divided.sh

# ---- Slurm ----

skip() { # WHY
  echo "slurm: skipped: $1"
  exit 77
}

job_is_gone() {
  [ -z "$(squeue -h 2>/dev/null)" ]
}

end_daemons() {
  local file
  if [ -n "$job" ]; then # or its processes would stay behind
    scancel "$job" 2>/dev/null
    patiently job_is_gone
  fi
  for file in "$work"/run/*.pid; do
    [ ! -f "$file" ] || kill "$(cat "$file" 2>/dev/null)" 2>/dev/null
  done
  patiently daemons_are_gone
}

daemons_are_gone() {
  local file
  for file in "$work"/run/*.pid; do
    [ ! -f "$file" ] || ! kill -0 "$(cat "$file" 2>/dev/null)" 2>/dev/null || return 1
  done
}

configure() {
  local host port=$((20000 + $$ % 20000))
  host=$(hostname -s)
  mkdir "$work"/{run,state,n1,n2}
  head -c 1024 /dev/urandom >"$work/key"
  chmod 400 "$work/key"
  chmod 755 "$work" "$work/run"
  cat >"$work/slurm.conf" <<CONF
ClusterName=heddle
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$work/run/munge.socket
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
ReturnToService=2
SlurmdTimeout=10
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/%n
SlurmctldPidFile=$work/run/controller.pid
SlurmdPidFile=$work/run/%n.pid
SlurmctldLogFile=$work/controller.log
SlurmdLogFile=$work/%n.log
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=2 RealMemory=4000
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=2 RealMemory=4000
PartitionName=all Nodes=n1,n2 Default=YES
CONF
  export SLURM_CONF=$work/slurm.conf
}

start_daemons() {
  munged --force --key-file="$work/key" --socket="$work/run/munge.socket" \
    --pid-file="$work/run/munged.pid" --log-file="$work/munged.log" --seed-file="$work/seed" &&
    slurmctld && slurmd -N n1 && slurmd -N n2
} >"$work/daemons" 2>&1

# A daemon writes its number late.
has_ended() { # NAME
  [ -s "$work/run/$1.pid" ] && ! kill -0 "$(cat "$work/run/$1.pid")" 2>/dev/null
}

nodes_are_idle() {
  [ "$(sinfo -h -N -o %T 2>/dev/null | grep -c idle)" = 2 ] || has_ended n1 || has_ended n2
}

for program in munged slurmctld slurmd sbatch; do
  command -v "$program" >/dev/null || skip "no $program"
done
[ "$(id -u)" = 0 ] || skip "the daemons need root"
configure
start_daemons || skip "the daemons do not start: $(tail -n 1 "$work/daemons")"
patiently nodes_are_idle
[ "$(sinfo -h -N -o %T | grep -c idle)" = 2 ] || skip "the nodes do not come up"

# What goes back into the queue waits there for two minutes. Three seconds are enough; in the second in which
# its first run has ended, a node refuses a job ("credential revoked").
declare -A hurried=()
hurry() {
  local id reason
  while read -r id reason; do
    [ "$reason" = BeginTime ] && [ -z "${hurried[$id]:-}" ] &&
      scontrol update JobId="$id" StartTime=now+3 2>/dev/null && hurried[$id]=yes
  done < <(squeue -h -r -t PD -o '%i %r' 2>/dev/null)
}

# ---- the array ----

# What runs on a node: of each batch script also slurmstepd, which is its parent, first.
on_node() { # NAME
  local file pid parent
  for file in /proc/[0-9]*/environ; do
    tr '\0' '\n' 2>/dev/null <"$file" | grep -qxF "SLURM_CONF=$SLURM_CONF" || continue
    tr '\0' '\n' 2>/dev/null <"$file" | grep -qx "SLURMD_NODENAME=$1" || continue
    pid=${file//[^0-9]/}
    parent=$(($(ps -o ppid= -p "$pid")))
    [ "$(ps -o comm= -p "$parent" 2>/dev/null)" != slurmstepd ] || echo "0 $parent"
    echo "1 $pid"
  done | sort -u | cut -d' ' -f 2
}

fail_node() { # NAME: it is gone at once, with all that runs there
  kill -KILL "$(cat "$work/run/$1.pid")"
  # shellcheck disable=SC2046 # one a line
  kill -KILL $(on_node "$1") 2>/dev/null
  rm "$work/run/$1.pid"
}

decided() {
  cat "$folder"/journals/*.journal 2>/dev/null | grep -c ' none '
}

many_decided() {
  [ "$(decided)" -gt 30 ]
}

array_is_over() {
  hurry
  sleep 0.5
  job_is_gone
}

begin_array() { # GOAL: 200 instances in 8 tasks
  folder=$work/array-$1
  limited 60 "$heddle" cluster slurm "$work/count.c" --unwind 4 "${tiles[@]}" --array 8 --time 5m \
    --memory 100 -o "$folder" -- "-DCOUNTER=${1%=*}" "-DGOAL=${1#*=}" >"$work/out" 2>&1
  job=$(cd "$folder" && sbatch --parsable array.sbatch) || fail "sbatch"
}

tiles=(--rounds 6 --no-merge --tile-size 2 --tiles 2 --instances 200 --seed 5)
test_array() {
  begin_array counter=6
  patiently many_decided
  check "both nodes are at work" [ "$(squeue -h -t R -o %N | sort -u | wc -l)" = 2 ]
  fail_node n2
  local before
  before=$(decided)
  "$heddle" cluster collect "$folder" >"$work/out" 2>&1
  code=$?
  judge 5 '^unknown: [0-9]+ of 200 instances are left' "collected while it runs"
  patiently array_is_over
  check "no task of the node that failed went back into the queue" \
    grep -qi 'requeue job.* due to failure of node n2' "$work/controller.log"
  "$heddle" cluster collect "$folder" >"$work/out" 2>&1
  limited 600 "$heddle" check "$work/count.c" --unwind 4 "${tiles[@]}" --quiet \
    -- -DCOUNTER=counter -DGOAL=6 >"$work/verdict" 2>&1
  check "another verdict than that of heddle check" cmp "$work/out" "$work/verdict"
  check "not 200 instances" [ "$(cat "$folder"/journals/* | grep -c ' none ')" = 200 ]
  check "an instance was decided twice" [ -z "$(cat "$folder"/journals/* | grep ' none ' | sort | uniq -d)" ]
  echo "slurm: a node failed after $before of 200 instances"
}

test_array_with_bug() {
  begin_array late=2
  patiently array_is_over
  "$heddle" cluster collect "$folder" >"$work/out" 2>&1
  code=$?
  judge 10 '^bug: .* in the instance ' "an array with a bug"
  check "the array was not cancelled" grep -q 'REQUEST_KILL_JOB\|_kill_job' "$work/controller.log"
  check "all was tried after the bug" [ "$(decided)" -lt 199 ]
}

# ---- the script of the page ----

export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_oob_tcp_if_include=lo OMPI_MCA_btl_tcp_if_include=lo OMPI_MCA_orte_tmpdir_base=$work
mkdir "$work/bin"
ln -s "$heddle_mpi" "$work/bin/heddle-mpi"
export PATH=$work/bin:$PATH

# With another program and fewer ranks, and without modules.
sed -n '/^    #!\/bin\/bash/,/^    exit/s/^    //p' doc/cluster.md |
  sed -e '/^module /d' -e 's/--ntasks=64/--ntasks=3/' -e '/mem-per-cpu/d' \
    -e "s|check prog.c|check $work/mix.prog --rounds 5|" >"$work/prog.sbatch"
checks=$((checks + 1))
[ "$(grep -c 'ntasks=3\|mix.prog' "$work/prog.sbatch")" = 2 ] || fail "the script of the page is not found"

verdicts() { # how many the runs of the job have printed so far
  grep -cE '^(bug|no bug|unknown)' "$work/job.out" 2>/dev/null
}

over() {
  [ "$(verdicts)" = 1 ]
}

second_run_is_over() {
  hurry
  [ "$(verdicts)" = 2 ]
}

test_page() {
journal=$work/prog.journal
limited 60 "$heddle" check "$work/mix.prog" --rounds 5 --quiet >"$work/out" 2>&1
verdict=$(cat "$work/out")
job=$(cd "$work" && sbatch --parsable -o "$work/job.out" prog.sbatch) || fail "sbatch"
patiently more ' divide ' 0
scancel --signal=USR1 --batch "$job"
patiently over
cp "$work/job.out" "$work/out"
if grep -q '^unknown: interrupted' "$work/out"; then
  check "parts after the warning" tree
  cp "$journal" "$work/before"
  patiently second_run_is_over
  cp "$work/job.out" "$work/out"
  check "the second run lost what was known" grows
fi
check "another verdict than without ranks" grep -qxF "$verdict" "$work/out"
check "parts in the end" tree all
check "it was not on both nodes" grep -q 'NodeList=n\[1-2\]' <(scontrol show job "$job")
}

programs
[ "$part" = array ] || test_page
[ "$part" = mpi ] || test_array_with_bug
[ "$part" = mpi ] || test_array # at the end there is one node
[ $failed = 0 ] && echo "slurm: $checks checks"
exit $failed
