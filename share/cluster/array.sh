# shellcheck shell=bash
cd "$SLURM_SUBMIT_DIR" || exit 2
lines() { # that the journal of this share has
  wc -l 2>/dev/null <"journals/$SLURM_ARRAY_TASK_ID.journal" || echo 0
}
before=$(lines)

# A minute before its time is over, Slurm sends USR1.
./task.sh "$SLURM_ARRAY_TASK_ID" &
task=$! warned=no
trap 'warned=yes; kill -USR1 "$task" 2>/dev/null' USR1
wait "$task"
code=$?
if [ "$warned" = yes ]; then
  wait "$task"
  code=$?
fi

if [ -e found ]; then
  scancel "$SLURM_ARRAY_JOB_ID" # nobody needs the other tasks any more
elif [ "$warned" = yes ] && [ "$(lines)" -gt "$before" ]; then
  scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
elif [ "$warned" = yes ]; then
  echo "The time of a task is too short for one instance. Give --time, or --job-time to leave such instances out."
fi
exit "$code"
