#!/usr/bin/env bash
# Other verifiers as engines: gcc, which is always there, finds what our own solver finds, also in
# instances; what the others print, real or recorded, is read as it is meant, and whatever else they
# print or do changes no verdict.
#
#   backends.sh PROGRAM
#
# The files of test/backend are what these tools have printed: NAME.violation, NAME.none, and so on.
# Tools that are not installed are not run.
#
# shellcheck disable=SC2317 # functions are called through holds and patiently
set -u
cd "$(dirname "$0")/.." || exit 1
# shellcheck source=test/tools/limits.sh
. test/tools/limits.sh
heddle=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0 checks=0
export LC_ALL=C TMPDIR=$work/tmp
mkdir "$work/tmp" "$work/bin"
path=$work/bin:$PATH # where the tools are looked for

fail() { # TEXT...
  echo "FAIL $*"
  head -n 8 "$work/out" | sed 's/^/     | /'
  failed=1
}

run() { # CODE PATTERN ARG...: its output has a line like that
  local code
  checks=$((checks + 1))
  limited 60 env PATH="$path" "$heddle" check "${@:3}" >"$work/out" 2>&1 </dev/null
  code=$?
  [ "$code" = "$1" ] || { fail "exit code $code, expected $1: ${*:3}" && return; }
  grep -qE -e "$2" "$work/out" || fail "it does not say '$2': ${*:3}"
}

holds() { # WHAT COMMAND...
  checks=$((checks + 1))
  "${@:2}" || fail "$1"
}

bug='^bug: ' bounded='^no bug within ' safe='^no bug: ' unknown='^unknown: '

# ---- gcc -----------------------------------------------------------------------------------------

run 10 "$bug" examples/lost_update.c --rounds 3 --engine gcc
holds "a trace" grep -q 'reads counter = 1' "$work/out"
run 5 "$bounded" examples/lost_update_mutex.c --rounds 3 --no-merge --engine gcc
holds "what is believed" grep -q '^believed: the answer of gcc' "$work/out"
run 0 "$safe" examples/lost_update_atomic.c --rounds 3 --engine gcc
run 10 '^bug: deadlock' examples/two_mutexes.c --rounds 2 --engine gcc
# It is stuck:
run 10 '^bug: deadlock' test/prog/deadlock_at_start.c --rounds 2 --unwind 1 --engine gcc
run 5 "$bounded.*loop .* may be cut" test/prog/cas_loop.c --rounds 2 --unwind 1 --engine gcc
run 5 "$unknown.*has not tried all" test/backend/inputs.c --rounds 2 --engine gcc
run 5 "${unknown}time limit" examples/safestack.c --rounds 4 --unwind 3 --engine gcc --time 1
run 5 "$unknown" examples/lost_update.c --rounds 3 --engine gcc --job-memory 1

tiles=(--rounds 3 --no-merge --tiles 1 --tile-size 2 --quiet)
run 10 "$bug.* in the instance 'tiles 1:0 2:0'" examples/lost_update.c "${tiles[@]}" --engine gcc
run 5 "$bounded.*in all [0-9]+ instances" examples/lost_update_mutex.c "${tiles[@]}" --engine gcc \
  --journal "$work/journal"
holds "what is believed of instances" grep -q '^believed: .* for [0-9]* of the inst' "$work/out"
run 5 '^believed: the answers of gcc' examples/lost_update_mutex.c "${tiles[@]}" \
  --resume "$work/journal"
run 5 "$bounded.*in all" examples/lost_update_mutex.c "${tiles[@]}" --engine dimacs:cadical

run 10 "$bug" examples/lost_update.c --rounds 3 --engine gcc --keep "$work/kept"
holds "what is kept" test -s "$work/kept/program.c" -a -s "$work/kept/output.2"
rm -r "$work/kept"
run 10 "$bug" test/backend/names.c --rounds 2 --engine gcc
TMPDIR=$(realpath --relative-to=. "$work/tmp") run 10 "$bug" examples/lost_update.c --rounds 3 \
  --engine gcc

# ---- what makes no sense -------------------------------------------------------------------------

run 1 "'race'" examples/lost_update.c --engine gcc --property race
run 1 "'sc'" examples/lost_update.c --engine gcc --memory-model tso
run 1 "'--keep'" examples/lost_update.c --keep "$work/kept"
run 1 "'--jobs'" examples/lost_update.c --engine gcc --jobs 2
run 2 "not a folder" examples/lost_update.c --engine gcc --keep README.md
there=$path path=$work/bin
run 2 "'klee' needs the program '(clang|klee)', which is not" examples/lost_update.c --engine klee
path=$there

# ---- what the others print -----------------------------------------------------------------------

fake() { # NAME TEXT
  printf '#!/bin/sh\n%s\n' "$2" >"$work/bin/$1"
  chmod +x "$work/bin/$1"
}

says() { # NAME CODE FILE: it prints the file and ends with the code
  fake "$1" "cat '$PWD/$3'; exit $2"
}

inputs=(test/backend/inputs.c --rounds 2)
mutex=(examples/lost_update_mutex.c --rounds 2)
says cbmc 10 test/backend/cbmc.violation
run 10 "$bug.*inputs.c:22" "${inputs[@]}" --engine cbmc
holds "the inputs" grep -q 'reads x = -77' "$work/out"
run 5 'claims a violation, but it does not happen' examples/lost_update.c --rounds 3 --engine cbmc
says cbmc 0 test/backend/cbmc.none
run 5 "$bounded" examples/lost_update_mutex.c --rounds 2 --engine cbmc
says cbmc 6 test/backend/cbmc.none
run 5 "cbmc gave no answer: exit code 6" examples/lost_update_mutex.c --rounds 2 --engine cbmc
says cbmc 6 test/backend/cbmc.error
run 5 "last words are 'CONVERSION ERROR'" "${inputs[@]}" --engine cbmc
fake cbmc "echo VERIFICATION FAILED; exit 10" # and no schedule: the solver looks for it
run 10 "$bug" "${inputs[@]}" --engine cbmc
run 5 'and the solver finds none' examples/lost_update_mutex.c --rounds 2 --engine cbmc
fake cbmc "echo ' heddle_thread=0'; echo ' heddle_next=99999999'; echo VERIFICATION FAILED"
run 5 'claims a violation, but it does not happen' "${mutex[@]}" --engine cbmc
fake cbmc "echo VERIFICATION SUCCESSFUL; sleep 3600 &" # one that stays
run 5 "$bounded" "${mutex[@]}" --engine cbmc
fake cbmc "echo VERIFICATION SUCCESSFUL; exec >&- 2>&-; sleep 3600"
run 5 "$unknown" "${mutex[@]}" --engine cbmc --tiles 1 --tile-size 2 --instances 1 --job-time 1
fake cbmc "echo VERIFICATION SUCCESSFUL; kill -9 \$\$"
run 5 'ended by signal 9' "${inputs[@]}" --engine cbmc

sleeps() { grep -qs sleep "/proc/$(cat "$work/pid" 2>/dev/null)/cmdline"; }
fake cbmc "sleep 3600 & echo \$! >'$work/pid'; wait" # and all of us are killed
env PATH="$path" setsid "$heddle" check "${mutex[@]}" --engine cbmc >"$work/out" 2>&1 </dev/null &
holds "a verifier has started something" patiently sleeps
kill -KILL -- -$!
wait $! 2>/dev/null
is_gone() { ! sleeps; }
holds "what a verifier has started goes on when we are killed" patiently is_gone
rm -r "$work"/tmp/*

fake cbmc "sleep 3600"
run 5 "${unknown}time limit" "${inputs[@]}" --engine cbmc --time 1
run 5 "$unknown" "${inputs[@]}" --engine cbmc --tiles 1 --tile-size 2 --job-time 1

says frama-c 0 test/backend/eva.none
run 5 "$bounded" examples/lost_update_mutex.c --rounds 2 --engine frama-c
says frama-c 0 test/backend/eva.open
run 5 "cannot exclude" examples/lost_update.c --rounds 3 --engine frama-c
fake frama-c "sed 's/  0 alarms/  1 alarm/' '$PWD/test/backend/eva.none'"
run 5 "cannot exclude" examples/lost_update_mutex.c --rounds 2 --engine frama-c
fake frama-c "head -n 20 '$PWD/test/backend/eva.none'; exit 1"
run 5 "gave no answer" examples/lost_update_mutex.c --rounds 2 --engine frama-c

says esbmc 1 test/backend/esbmc.violation
run 10 "$bug.*inputs.c:22" "${inputs[@]}" --engine esbmc
holds "the inputs" grep -q 'reads x = -77' "$work/out"
says esbmc 0 test/backend/esbmc.none
run 5 "$bounded" "${mutex[@]}" --engine esbmc
says esbmc 1 test/backend/esbmc.broken
run 5 "esbmc gave no answer: exit code 1" "${mutex[@]}" --engine esbmc

leaves() { # FILE [COMMAND]: klee prints this, and leaves a violation and its test case behind
  fake klee "mkdir klee-last; : >klee-last/test000005.violation.err; cd klee-last
    cp '$PWD/test/backend/klee.ktest' test000005.ktest; ${2-}
    cat '$PWD/$1'"
}
fake clang ""
leaves test/backend/klee.violation
run 10 "$bug.*inputs.c:22" "${inputs[@]}" --engine klee
holds "the inputs" grep -q 'reads x = -77' "$work/out"
leaves test/backend/klee.violation "truncate -s -9 test000005.ktest" # the solver looks for it
run 10 "$bug.*inputs.c:22" "${inputs[@]}" --engine klee
says klee 0 test/backend/klee.violation # an error, but no violation
run 5 "has not gone all paths" "${inputs[@]}" --engine klee
says klee 0 test/backend/klee.none
run 5 "$bounded" "${mutex[@]}" --engine klee
fake klee "echo 'KLEE: WARNING: x'; cat '$PWD/test/backend/klee.none'"
run 5 "might have missed some" "${mutex[@]}" --engine klee
says klee 0 test/backend/klee.open
run 5 "has not gone all paths" "${mutex[@]}" --engine klee
says klee 1 test/backend/klee.broken
run 5 "klee gave no answer: exit code 1" "${mutex[@]}" --engine klee

says cpachecker 0 test/backend/cpachecker.violation
run 10 "$bug.*inputs.c:22" "${inputs[@]}" --engine cpachecker
says cpachecker 0 test/backend/cpachecker.none
run 5 "$bounded" "${mutex[@]}" --engine cpachecker
says cpachecker 0 test/backend/cpachecker.open
run 5 "cpachecker gives up" "${mutex[@]}" --engine cpachecker
says cpachecker 1 test/backend/cpachecker.broken
run 5 "cpachecker gave no answer" "${mutex[@]}" --engine cpachecker

# ---- those that are there ------------------------------------------------------------------------

rm "$work"/bin/*
for tool in cbmc esbmc klee cpachecker; do
  command -v $tool >/dev/null || { echo "note $tool is not installed, and not tried" && continue; }
  run 10 "$bug" examples/lost_update.c --rounds 3 --engine $tool
  run 5 "$bounded" examples/lost_update_mutex.c --rounds 2 --engine $tool
  run 10 "$bug" test/backend/names.c --rounds 2 --engine $tool
done
if command -v frama-c >/dev/null; then
  run 5 "$unknown" examples/lost_update.c --rounds 3 --engine frama-c
  run 5 "$bounded" examples/lost_update_mutex.c --rounds 2 --engine frama-c
fi

ls -A "$work/tmp" >"$work/out"
holds "nothing is left behind" test -z "$(ls -A "$work/tmp")"
[ $failed = 0 ] && echo "all $checks checks of other verifiers hold"
exit $failed
