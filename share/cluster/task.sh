# Checks one share of the instances: task.sh K, with K from 1 to $tasks. $heddle and $tasks are set above.
# It can be ended and begun again as often as need be: what is decided is in journals/K.journal.
# shellcheck shell=bash disable=SC2154
share=$1
cd "$(dirname "$0")" || exit 2
[ ! -e found ] || exit 0 # another task has found a bug

# One that Slurm takes for dead may still be at work on the same share: it is waited for.
exec 9>>"locks/$share"
flock 9

journal=journals/$share.journal option=--resume
[ -s "$journal" ] || { rm -f "$journal" && option=--journal; }
mapfile -t words <options
"$heddle" check program.prog "${words[@]}" --share "$share/$tasks" "$option" "$journal" \
  --jobs 1 --quiet </dev/null &
run=$!

# It ends early when it is told to, or when another task has found a bug.
signalled=yes code=0
trap 'signalled=yes; kill -TERM "$run" 2>/dev/null' TERM INT USR1
while sleep 5; do
  kill -0 $$ 2>/dev/null || break
  [ ! -e found ] || kill -TERM "$run" 2>/dev/null
done >/dev/null 2>&1 9>&- &
look=$!
while [ "$signalled" = yes ]; do
  signalled=no
  wait "$run"
  code=$?
done
kill "$look" 2>/dev/null

case $code in
5) exit 0 ;;                # what is left, and what it means, heddle cluster collect says
10) : >found && exit 255 ;; # with 255, xargs begins no other
*) exit "$code" ;;
esac
