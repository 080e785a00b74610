#!/usr/bin/env bash
# Other solvers: --engine dimacs:COMMAND and smt2:COMMAND give the verdicts of our own, a solver that
# does not answer as it should changes none, and the forms of `heddle emit` can be solved and read.
#
#   solvers.sh PROGRAM
#
# Solvers that are not installed are left out, with a note; cadical always is there.
#
# shellcheck disable=SC2034,SC2317 # patterns are named in a list, functions called through holds
set -u
cd "$(dirname "$0")/.." || exit 1
# shellcheck source=test/tools/limits.sh
. test/tools/limits.sh
heddle=$(realpath "$1")
work=$(mktemp -d)
trap 'kill -KILL ${process:-} 2>/dev/null; rm -rf "$work"' EXIT
failed=0 checks=0 process=""
export LC_ALL=C

fail() { # TEXT...
  echo "FAIL $*"
  head -n 8 "$work/out" | sed 's/^/     | /'
  failed=1
}

run() { # CODE PATTERN ARG...: its output has a line like that
  local code
  checks=$((checks + 1))
  limited 60 "$heddle" "${@:3}" >"$work/out" 2>&1 </dev/null
  code=$?
  [ "$code" = "$1" ] || { fail "exit code $code, expected $1: ${*:3}" && return; }
  grep -qE -e "$2" "$work/out" || fail "it does not say '$2': ${*:3}"
}

holds() { # WHAT COMMAND...
  checks=$((checks + 1))
  "${@:2}" || fail "$1"
}

# ---- the same verdicts ---------------------------------------------------------------------------

bug='^bug: ' bounded='^no bug within ' safe='^no bug: '
programs() { # ENGINE LINE...: of the list below, the lines that match one of the words
  local engine=$1 word code pattern args
  while read -r word code pattern args; do
    case " ${*:2} " in *" $word "* | *" all "*) ;; *) continue ;; esac
    # shellcheck disable=SC2086
    run "$code" "${!pattern}" check $args --quiet --engine "$engine"
    [ "$code" = 10 ] || grep -q '^believed: ' "$work/out" || fail "nothing is believed: $args"
  done <<'LIST'
few 10 bug examples/lost_update.c --rounds 3
few 5 bounded examples/lost_update_atomic.c --rounds 2
few 10 bug examples/two_mutexes.c --rounds 2
most 5 bounded examples/peterson.c --rounds 3 --unwind 1
most 10 bug examples/peterson_wrong.c --rounds 3 --unwind 1
most 5 bounded examples/dekker.c --rounds 2 --unwind 2
most 10 bug examples/dekker.c --rounds 2 --unwind 2 --memory-model tso
most 10 bug examples/philosophers.c --rounds 2
most 5 bounded examples/safestack.c --rounds 2 --unwind 2
most 5 bounded test/prog/cas_loop.c --rounds 3 --unwind 2
most 10 bug test/prog/array_nondet_index.c --rounds 1
most 10 bug test/prog/barrier_reuse_wrong.c --rounds 3
few 0 safe test/prog/array_nondet_index_right.c --rounds 1
LIST
}

programs dimacs:cadical all
for solver in dimacs:minisat dimacs:cryptominisat5 smt2:z3 smt2:cvc5; do
  if command -v "${solver#*:}" >/dev/null; then
    programs "$solver" few
  else
    echo "note ${solver#*:} is not installed, and not tried"
  fi
done
run 10 "$bug" check examples/two_mutexes.c --rounds 2 --quiet --engine 'dimacs: cadical  -q --seed=3'

# ---- solvers that do not answer as they should -----------------------------------------------------

fake() { # NAME TEXT
  printf '#!/bin/sh\n%s\n' "$2" >"$work/$1"
  chmod +x "$work/$1"
}
two=(check examples/two_mutexes.c --rounds 2 --unwind 2 --quiet)
bad() { # TEXT PATTERN OPTION...: the verdict is unknown
  fake bad "$1"
  run 5 "^unknown: .*$2" "${two[@]}" --engine "dimacs:$work/bad" "${@:3}"
}

bad 'kill -SEGV $$' 'was ended by signal 11'
bad 'echo "s UNSATISFIABLE"; kill -KILL $$' 'was ended by signal 9'
bad 'echo what\?; exit 3' "gave no answer and ended with exit code 3; it printed 'what\?'"
bad 'echo "s SATISFIABLE"; echo "v 1 0"; exit 10' 'gave a model that is none of the formula'
bad 'echo "s SATISFIABLE"; exit 20' 'contradicts itself'
bad 'exec sleep 3600' 'time limit of 1 s reached while' --time 1
# It says no to the first question, which is believed, and then nothing.
fake once "[ -e $work/asked ] && exit 1; touch $work/asked; echo 's UNSATISFIABLE'"
run 5 '^unknown: .*gave no answer and ended with exit code 1; what was looked for before' \
  "${two[@]}" --engine "dimacs:$work/once" --property assert,deadlock,race
# Nobody can tell that there is a bug; but it is said whose word that is.
fake liar 'echo "s UNSATISFIABLE"; exit 20'
run 5 "^believed: the answer of the solver '$work/liar' that there is none" "${two[@]}" \
  --engine "dimacs:$work/liar"
run 2 "cannot find the solver 'no-such-solver'; is it installed\?" "${two[@]}" \
  --engine 'smt2:no-such-solver -q'

# Ctrl-C ends the solver as well, also one that does not want to.
fake stubborn "trap '' INT TERM; echo \$\$ >$work/pid; while :; do sleep 1; done"
set -m
"$heddle" "${two[@]}" --engine "dimacs:$work/stubborn" >"$work/out" 2>&1 </dev/null &
process=$!
set +m
patiently test -s "$work/pid"
kill -INT "$process"
wait "$process"
code=$?
process=""
holds "exit code $code after Ctrl-C" [ "$code" = 5 ]
holds "it does not say that it was interrupted" grep -q '^unknown: interrupted while' "$work/out"
solver_is_gone() {
  case $(ps -o stat= -p "$(cat "$work/pid")") in "" | Z*) ;; *) false ;; esac
}
holds "the solver has survived Ctrl-C" patiently solver_is_gone

# ---- options ---------------------------------------------------------------------------------------

run 1 "nothing stands behind 'dimacs:'; wanted is dimacs:COMMAND" "${two[@]}" --engine dimacs:
run 1 "unknown engine 'smt'; known: .*smt2:COMMAND" "${two[@]}" --engine smt
run 1 "'--jobs': only the engines 'rounds', 'order'" "${two[@]}" --engine dimacs:cadical --jobs 2
run 1 "'--certify': only the engines 'rounds', 'order'" "${two[@]}" --engine dimacs:cadical --certify "$work/c"
run 1 "say what to write: --form" emit examples/two_mutexes.c
run 1 "unknown form 'tptp'; known: dimacs, smt2" emit examples/two_mutexes.c --form tptp

# ---- the forms -------------------------------------------------------------------------------------

lost=(emit examples/lost_update.c --rounds 3 --property assert)
"$heddle" "${lost[@]}" --form dimacs -o "$work/lost.cnf"
"$heddle" "${lost[@]}" --form smt2 -o "$work/lost.smt2"
cp "$work/lost.cnf" "$work/out"
holds "thread without name" grep -qx 'c thread(2): increment' "$work/lost.cnf"
holds "label without place" grep -qx 'c label(1,2): at examples/lost_update.c:17: store counter' \
  "$work/lost.cnf"
holds "load without origin" \
  grep -qx 'c loaded(.*; counter at examples/lost_update.c:30, label(0,2)' "$work/lost.cnf"
cadical -q "$work/lost.cnf" >"$work/model"
"$heddle" "${lost[@]}" --form dimacs --context-switches 3 -o "$work/part.cnf" # four are needed
holds "a part of the schedules" [ "$(cadical -q "$work/part.cnf")" = "s UNSATISFIABLE" ]
run 1 "'--claims' is for" "${lost[@]}" --form dimacs --claims

# In the model, as the names tell it: the violation happens, every thread ends, the worker that loads
# last has not seen what the other stored, and main loads 1.
says() { # the values of names, words as numbers
  awk '
    /^v / { for (i = 2; i <= NF; i++) value[$i < 0 ? -$i : $i] = $i > 0; next }
    FNR == NR { next }
    /^c [a-z]+(\([0-9,]+\))? = / {
      line = $0; sub(/;.*/, "", line); n = split(line, word, " "); sum = 0
      for (i = n; i > 3; i--) {
        bit = word[i] == "T" ? 1 : word[i] == "F" ? 0 : word[i] < 0 ? !value[-word[i]] : value[word[i]]
        sum = 2 * sum + bit
      }
      print word[2], sum, $0 ~ /;/ ? substr($0, index($0, ";") + 2) : ""
    }' "$work/model" "$work/lost.cnf"
}
says >"$work/out"
holds "no violation" grep -q '^violation 1' "$work/out"
holds "main has not ended" grep -q '^passed(0,2,2) 1' "$work/out"
holds "a worker has not ended" [ "$(grep -c '^passed([12],2,2) 1' "$work/out")" = 2 ]
holds "main does not load 1" grep -q '^loaded(.*) 1 counter at .*:30, label(0,2)' "$work/out"
holds "the workers do not both load 0" [ "$(grep -c '^loaded(.*) 0 counter at .*:17, ' "$work/out")" = 2 ]

# Each variable is declared once, under its name if it has one, and clauses are as many.
cp "$work/lost.smt2" "$work/out"
size() { sed -n "s/^p cnf \([0-9]*\) \([0-9]*\)/\\$1/p" "$work/lost.cnf"; }
holds "declarations" [ "$(grep '^(declare-const ' "$work/lost.smt2" | sort -u | wc -l)" = "$(size 1)" ]
holds "assertions" [ "$(grep -c '^(assert ' "$work/lost.smt2")" = "$(size 2)" ]
holds "names" grep -qxF '(declare-const |passed(1,2,2)| Bool)' "$work/lost.smt2"
for solver in z3 cvc5; do
  command -v $solver >/dev/null || continue
  { cat "$work/lost.smt2" && echo '(get-value (|violation| |passed(0,2,2)|))'; } >"$work/ask.smt2"
  $solver "$work/ask.smt2" >"$work/out" 2>&1
  tr -d '\n' <"$work/out" >"$work/line" && mv "$work/line" "$work/out"
  holds "$solver on --form smt2" \
    grep -q '^sat((|*violation|* true) *(|*passed(0,2,2)|* true))' "$work/out"
done

echo "$checks checks"
exit $failed
