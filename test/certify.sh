#!/usr/bin/env bash
# heddle check --certify: each "no" has a proof that the checker accepts, or the statement says why
# it needs none; a spoilt proof is rejected, and so is a spoilt account of what was added to a formula
# of one order; whatever goes wrong with the second solver or the disk, the verdict is not wrong and
# the message is clear.
#
#   certify.sh PROGRAM CHECKER
set -u
cd "$(dirname "$0")/.." || exit 1
# shellcheck source=test/tools/limits.sh
. test/tools/limits.sh
heddle=$(realpath "$1")
drat=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C
# A sanitizer's report must not look like an exit code of ours.
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}exitcode=99"
export UBSAN_OPTIONS="${UBSAN_OPTIONS:+$UBSAN_OPTIONS:}exitcode=99"
export LSAN_OPTIONS="${LSAN_OPTIONS:+$LSAN_OPTIONS:}exitcode=99"
failed=0 proofs=0 instances=0 path=$PATH dir=$work/certificate

fail() { # TEXT...
  echo "FAIL $*"
  sed 's/^/       | /' "$work/out" "$work/err"
  failed=1
}

check() { # EXIT-CODE ARG...: leaves out and err; the certificate goes to $dir
  local want=$1 code
  shift
  limited 60 env PATH="$path" "$heddle" check "$1" --certify "$dir" "${@:2}" >"$work/out" 2>"$work/err" </dev/null
  code=$?
  [ "$code" = "$want" ] || { fail "exit code $code, expected $want: check $*" && return 1; }
}

says() { # FILE TEXT
  [ -z "$2" ] || grep -qF -e "$2" "$1" || fail "not in ${1#"$work"/}: $2"
}

# ---- proofs that are right ----------------------------------------------------------------------

certified() { # EXIT-CODE QUESTIONS ARG...: these questions, separated by commas, have proofs
  local want=$1 questions=${2//,/ } question found="" files file
  shift 2
  check "$want" "$@" || return
  for question in $questions; do
    proofs=$((proofs + 1))
    files=("$dir/$question.cnf" "$dir/$question.drat")
    [[ " $* " != *" --engine order "* ]] || files+=("$dir/$question.order")
    "$drat" "${files[@]}" >"$work/out" 2>&1 || fail "the proof of '$question' is not accepted: $*"
    [ ${#files[@]} = 2 ] || says "$work/out" "account accepted: question '$question', "
    instances=$((instances + $(sed -n 's/^account.*, \(.*\) instances/\1/p' "$work/out" | grep . || echo 0)))
    sha256sum "${files[@]}" | while read -r sum _; do
      grep -q "sha256 $sum\$" "$dir/statement.txt" || echo "$sum"
    done | grep . && fail "checksums of '$question' are not in the statement: $*"
  done
  for file in "$dir"/*; do
    file=${file##*/}
    [[ $file != *.order || " $* " == *" --engine order "* ]] || fail "an account of nothing: $*"
    [[ $file == statement.txt || " $questions " == *" ${file%.*} "* ]] || found="$found $file"
  done
  [ -z "$found" ] || fail "files of no question:$found: $*"
  says "$dir/statement.txt" "Trusted, not proved"
  echo "ok   $* ($questions)"
}

certified 5 violation,deadlock,cut test/prog/cond_wait.c --rounds 3 --unwind 2 --no-spurious
certified 5 violation,deadlock test/prog/barrier_reuse.c --rounds 4 --unwind 1
certified 5 violation,cut test/prog/cas_loop.c --rounds 3 --unwind 2
certified 5 violation,cut test/prog/cas_loop.c --rounds 3 --unwind 2 --no-slice --no-narrow
certified 5 race test/prog/race_kinds.c --rounds 3 --no-merge --property race -- -DLOCKED
[ "$(grep -c "Not asked." "$dir/statement.txt")" = 2 ] || fail "only races were asked for"
certified 0 "" test/prog/race_kinds.c -- -DPLAIN

# Every schedule. These need that clauses are added after models: of labels and, where stores are late,
# of the moments at which they reach memory.
for model in sc tso pso; do
  before=$instances
  certified 0 violation,deadlock test/prog/sem_counter.c --engine order --memory-model $model
  certified 0 violation,deadlock,cut examples/readers_writers.c --engine order --memory-model $model
  [ $((instances - before)) -gt 100 ] || fail "hardly any clauses were added under $model"
  [ $model = sc ] || grep -q '^node .* commit$' "$dir/violation.order" || fail "no store is late under $model"
  says "$dir/statement.txt" "bounds      every schedule, unwind 2"
  says "$dir/statement.txt" "memory      $model "
done

# ---- what the statement says --------------------------------------------------------------------

check 5 examples/lost_update.c --rounds 1 --json "$work/json"
statement=$dir/statement.txt
sum=$("$heddle" dump examples/lost_update.c | sha256sum)
says "$statement" "as read     sha256 ${sum%% *}"
sum=$(sha256sum <examples/lost_update.c)
says "$statement" "sha256 ${sum%% *}"
says "$statement" "bounds      rounds 1, unwind 2"
says "$statement" "found it out by themselves" # there is no lock
says "$statement" "Not asked."                 # races
says "$statement" "--no-narrow does without ranges"
[ "$(grep -c "Not asked." "$statement")" = 1 ] || fail "two questions were asked"
says "$work/json" '"certificate": {'
says "$work/json" '"grounds": "proof"'
check 5 examples/treiber_heap.c --rounds 1
says "$statement" "- configured: malloc never fails"

# Nothing of an earlier certificate is left; a bug has a trace instead.
touch "$dir/race.cnf"
check 10 examples/lost_update.c --rounds 3
says "$statement" "A bug needs no proof"
[ "$(ls "$dir")" = statement.txt ] || fail "files left in the folder: $(ls "$dir")"

# ---- proofs that are spoilt ---------------------------------------------------------------------

rejected() { # is the proof $work/spoilt, as it should be?
  "$drat" "$dir/violation.cnf" "$work/spoilt" >"$work/out" 2>"$work/err"
  [ $? = 1 ] && grep -q "^proof rejected: $work/spoilt:[0-9]*: " "$work/out"
}

check 5 test/prog/barrier_reuse.c --rounds 4 --unwind 1
proof=$dir/violation.drat
head -n 20 "$proof" >"$work/spoilt"
rejected || fail "half a proof is accepted"
{ echo "1 0" && echo "-1 0"; } >"$work/spoilt"
rejected || fail "a proof out of thin air is accepted"
: >"$work/spoilt"
rejected || fail "no proof is accepted"
removed=0 altered=0
while read -r line; do
  sed "${line}d" "$proof" >"$work/spoilt"
  rejected && removed=$((removed + 1))
  sed "${line}s/^-\{0,1\}\([0-9]*\) .*/\1 0/; ${line}s/^/-/; ${line}s/^--//" "$proof" >"$work/spoilt"
  rejected && altered=$((altered + 1))
done < <(grep -n '^-*[1-9]' "$proof" | cut -d: -f1 | awk 'NR % 40 == 1')
[ $removed -gt 0 ] || fail "lemmas may be removed"
[ $altered -gt 0 ] || fail "lemmas may be altered"
echo "ok   spoilt proofs: $removed with a lemma less, $altered with a lemma altered are rejected"

# ---- accounts that are spoilt -------------------------------------------------------------------

refused() { # WHAT FILE WHY SCRIPT: with this file changed by this script of sed
  local what=$1 file=$2 why=$3 suffix paths=()
  sed "$4" "$dir/violation.$file" >"$work/spoilt.$file"
  ! cmp -s "$dir/violation.$file" "$work/spoilt.$file" || fail "$what: nothing is spoilt"
  for suffix in cnf drat order; do
    [ $suffix = "$file" ] && paths+=("$work/spoilt.$suffix") || paths+=("$dir/violation.$suffix")
  done
  "$drat" "${paths[@]}" >"$work/out" 2>"$work/err"
  if [ $? != 1 ] || ! grep -q "^proof rejected: .*: $why" "$work/out"; then
    fail "accepted, or refused for another reason: $what"
  fi
  spoilt=$((spoilt + 1))
}

check 0 examples/readers_writers.c --engine order --memory-model pso --json "$work/json"
says "$work/json" '"account": {'
"$drat" "$dir/violation.cnf" "$dir/violation.drat" "$dir/violation.order" >"$work/out" || fail "not accepted"
spoilt=0
account=$dir/violation.order
read -r _ _ clauses <"$account"
first=$((clauses + 2)) # the line of the first clause that was added
last=$(wc -l <"$dir/violation.cnf")
named=$(grep -n '^transitive' "$account" | head -n 1 | cut -d: -f1)
nodes=$(grep -c '^node' "$account")
row=$(grep -n '^before [0-9]* .* [0-9]* [0-9]*$' "$account" | head -n 1 | cut -d: -f1) # not all of it is known
another="the formula has another clause there"
refused "a clause is not in the account" order "encoding, account and question" "${named}d"
refused "a clause is not in the formula" cnf "encoding, account and question" "1s/ [0-9]*$/ $((last - 2))/; ${first}d"
refused "a clause is made up" cnf "encoding, account and question" "1s/ [0-9]*$/ $last/; ${first}s/^/1 0\n/"
refused "a clause takes the place of another" cnf "$another" "${first}s/.*/1 2 0/"
refused "a literal is negated" cnf "$another" "${first}s/^/-/; ${first}s/^--//"
refused "a literal is missing" cnf "$another" "${first}s/^[^ ]* //"
refused "an instance is of other nodes" order "$another" "${named}s/ \(.*\) \(.*\) \(.*\)/ \3 \2 \1/"
refused "an instance is of two nodes" order "not three nodes" "${named}s/ \(.*\) \(.*\) \(.*\)/ \1 \2 \1/"
refused "an instance is of a node that is not listed" order "there is nothing of this number" "${named}s/ [0-9]*$/ $nodes/"
refused "an instance is of no scheme" order "a line of no kind" "${named}s/transitive/transitory/"
refused "a store that is not listed" order "there is nothing of this number" "${named}s/.*/between 0 - 100000/"
refused "no source of the reading" order "that is no source" "${named}s/.*/between 0 $(($(grep -c '^writer' "$account") - 1)) 0/"
refused "a node is missing" order "one is missing" "/^node 3 /d"
refused "an order is missing" order "nodes without an order" "/^before $((nodes - 1))$/d"
refused "two nodes have one variable" order "a variable of this node" "${row}s/ \([0-9]*\) [0-9]*$/ \1 \1/"
refused "the order of two nodes is exchanged" order "in the encoding its order is not monotone" "${row}s/ \([0-9]*\) \([0-9]*\)$/ \2 \1/"
refused "an order is known that is not" order "in the encoding " "${row}s/ [0-9]*$/ T/"
refused "labels happen in another order" order "in the encoding it happens without" "/^node 0 /{s/ \([0-9]*\) label/ @ label/}; /^node 1 /s/ \([0-9]*\) label/ $(sed -n 's/^node 0 .* \(.*\) label/\1/p' "$account") label/; s/@/$(sed -n 's/^node 1 .* \(.*\) label/\1/p' "$account")/"
refused "a source is to another cell" order "a source of another cell" "s/^\(writer .*\) \([0-9]*\) \([^ ]*\)$/\1 7\2 \3/"
refused "a source is another literal" order "in the encoding the" "0,/^source .* [0-9]* [0-9-]*$/s/^\(source .* [0-9]* \)[0-9-]*$/\11/"
refused "another question" order "the clause is neither" "2s/ [^ ]*$/ 1/"
refused "another formula" order "not as many variables" "1s/ [0-9]*/ 100000/"
echo "ok   spoilt accounts: $spoilt are refused"

# ---- when something goes wrong ------------------------------------------------------------------

# A stand-in for the second solver; programs in heddle's own form need no clang.
mkdir "$work/bin"
real=$(command -v cadical)
program=$work/barrier.prog
loop=$work/loop.prog
"$heddle" dump test/prog/barrier_reuse.c --unwind 1 >"$program"
"$heddle" dump test/prog/cas_loop.c >"$loop"

# shellcheck disable=SC2016 # the stand-in expands them
fake() { # SHELL-COMMANDS: of a solver that knows its version
  printf '#!/bin/sh\n[ "$1" = --version ] && exit 0\n%s\n' "$1" >"$work/bin/cadical"
  chmod +x "$work/bin/cadical"
}

goes_wrong() { # WHAT EXIT-CODE OUT ERR ARG...
  local what=$1 want=$2 out=$3 err=$4 before=$failed
  shift 4
  check "$want" "$program" --rounds 4 "$@"
  says "$work/out" "$out"
  says "$work/err" "$err"
  [ ! -e "$dir/violation.drat" ] || fail "$what: there is a proof"
  [ "$failed" != "$before" ] || echo "ok   $what"
}

path=$work/bin:$PATH
bounded="no bug within 4 rounds"
proving="while writing the proof that there is no bug"
fake 'echo "s SATISFIABLE"; exit 10'
cd "$work" || exit 1 # where the report of an internal error goes
goes_wrong "the second solver finds a solution" 6 \
  "internal error: a second solver finds a solution" "this is a mistake in heddle"
# shellcheck disable=SC2016
fake 'cat >/dev/null; kill -9 $$'
goes_wrong "the second solver is killed" 2 "$bounded" "was ended by signal 9"
says "$statement" "THERE IS NO PROOF: the program 'cadical'"
fake 'echo "1 0"; exit 20'
goes_wrong "half a proof" 2 "$bounded" "did not finish its output"
fake 'exit 3'
goes_wrong "the second solver fails" 2 "$bounded" "ended with exit code 3"
fake 'exec sleep 3600'
seconds=1
until [ $seconds = 1024 ] || grep -qs 'while writing the proof' "$work/out"; do # it may get no further
  seconds=$((2 * seconds))
  check 5 "$program" --rounds 4 --time $seconds
done
goes_wrong "the time is over" 5 "unknown: time limit of $seconds s reached $proving" "" --time $seconds
says "$statement" "Not answered."
# shellcheck disable=SC2016
fake 'kill -INT $PPID; exec sleep 3600'
goes_wrong "Ctrl-C" 5 "unknown: interrupted $proving" ""

# What was proved before stays, and bugs are excluded even if it is not known whether loops are cut.
fake "if [ -e once ]; then kill -INT \$PPID; exec sleep 3600; fi; touch once; exec $real \"\$@\""
check 5 "$program" --rounds 4
says "$work/out" "unknown: interrupted $proving"
says "$statement" "violation.drat"
"$drat" "$dir/violation.cnf" "$dir/violation.drat" >/dev/null || fail "the first proof is lost"
rm once
check 5 "$loop" --rounds 3
says "$work/out" "unwindings (sequentially consistent memory); not covered: schedules with more rounds; loop"
says "$statement" "violation.drat"
says "$statement" "Not answered." # whether a loop is cut

path=$work/nothing
goes_wrong "no second solver" 2 "" "cannot run the program 'cadical', which writes the proofs: No such file"
[ ! -s "$work/out" ] || fail "that is said before the work"
path=$PATH

# A file that may not grow is as good as a full disk.
trap '' XFSZ
full() { # BLOCKS FILE: that many blocks are too few for this file
  (ulimit -f "$1" && goes_wrong "a full disk: $2" 2 "$bounded" "$2': File too large"
    exit $failed) || failed=1
}
full 16 violation.cnf
full 64 violation.drat
dir=$work/no/such/folder goes_wrong "no place for the folder" 2 "" "cannot make the folder"
dir=$program goes_wrong "a file in its place" 2 "" "is not a folder"
check 1 "$program" --engine explicit
says "$work/err" "only the engines 'rounds', 'order' make proofs"

[ $failed = 0 ] && echo "certify: $proofs proofs accepted, with $instances clauses that were added after models"
exit $failed
