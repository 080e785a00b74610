#!/usr/bin/env bash
# Litmus tests: does Heddle allow and forbid what memory models are known to allow and forbid?
#
#   litmus.sh PROGRAM [--jobs N] [--outcomes] [NAME...]   all rows of test/litmus/table, or these
#   litmus.sh --print NAME                                the C program of a row
#   litmus.sh --table                                     the table, for the documentation
#
# The table asks, of each litmus test, whether an outcome is possible under each model. Six answers
# must be the same: that of the table, which is well-known or was found by thinking; that of the
# axioms of the models (test/litmus/axioms.awk); and those of the solver and of brute force with its
# explicit buffers (--engine both), and of both searches of every schedule (--engine explicit without
# rounds, --engine order), about a program that asserts that the outcome does not happen: it has a bug
# if and only if the outcome is allowed.
#
# Prints each row with Heddle's answers, and "!" behind those that are not the table's. A row is
# compiled once and checked as a .prog then, which makes this cheap.
#
# --outcomes asks for every combination of values of the registers and final values that occur in a
# row, not only for the one that is interesting: more than a thousand rows, and minutes.
#
# Bounds: there are no loops. main starts the threads in the first round and looks at the result in
# the last, so with five rounds each thread has four turns, and its buffer twice as many occasions
# to write something. No outcome of the table needs more than two turns; the others give those
# that must not happen a chance.
set -u
cd "$(dirname "$0")/.." || exit 1
# shellcheck source=test/tools/limits.sh
. test/tools/limits.sh
export LC_ALL=C
rounds=5
folder=test/litmus
table=$folder/table

awk_rows() { # PROGRAM ARG...: of the rows in $table
  awk "${@:2}" -f $folder/read.awk -f "$folder/$1" "$table"
}

only() { # NAME...: the rows of $table that have these names
  awk -F ' +[|] +' -v names=" $* " 'index(names, " " $1 " ")' "$table"
}

# ---- one row, a process of its own: "NAME ANSWER ANSWER ANSWER", then what is wrong ----

answer() { # EXIT-CODE OUTPUT: yes, no, or what else that was
  case $1 in
  10) echo yes ;;
  0 | 5) if grep -q '^states: 0$' "$2"; then echo too-big; else echo no; fi ;;
  *) echo "error($1)" ;;
  esac
}

every_schedule() { # ENGINE FILE MODEL: yes, no, or what else that was; no is a proof, without rounds
  limited 60 "$HEDDLE" check "$2" --memory-model "$3" --engine "$1" --quiet --unwind 1 \
    >"$2.every" 2>&1 </dev/null
  case $? in
  10) echo yes ;;
  0) echo no ;;
  *) echo "unproved" ;;
  esac
}

one_row() { # NAME WANT WANT WANT
  local file=$WORK/$1 line wrong=no model got engine every code
  line=$(printf '%-18s' "$1")
  if ! limited 60 "$HEDDLE" dump "$file.c" >"$file.prog" 2>"$file.out"; then
    printf '%s does not compile !\n%s\n' "$line" "$(head -n 5 "$file.out")"
    return 1
  fi
  for model in sc tso pso; do
    shift
    limited 60 "$HEDDLE" check "$file.prog" --memory-model $model --engine both --stats --quiet \
      --rounds "$ROUNDS" --unwind 1 >"$file.out" 2>&1 </dev/null
    code=$?
    got=$(answer $code "$file.out")
    for engine in explicit order; do
      every=$(every_schedule $engine "$file.prog" $model)
      [ "$every" = "$got" ] || got+=/$every
    done
    if [ "$got" = "$1" ]; then
      line+=$(printf ' %-5s' "$got")
    else
      line+=$(printf ' %-5s' "$got!")
      wrong=yes
      cp "$file.out" "$file.$model.wrong"
    fi
  done
  printf '%s\n' "$line"
  [ $wrong = no ] ||
    grep -hE "^(bug|no bug|unknown|internal)|error" "$file".*.wrong | sed "s/^/     | /"
  [ $wrong = no ]
}

if [ "${1:-}" = --row ]; then
  one_row "${@:2}" && echo pass >>"$WORK/results"
  exit 0
fi

# ---- all rows ----

axioms_agree() {
  local wrong
  wrong=$(awk_rows axioms.awk | diff "$WORK/wants" -) && return
  printf "By the axioms (>) it is otherwise:\n%s\n" "$wrong"
  return 1
}

run_rows() {
  local total passed agree=yes
  awk_rows generate.awk -v folder="$WORK" || return 1
  awk_rows wants.awk >"$WORK/wants"
  axioms_agree || agree=no
  : >"$WORK/results"
  awk -v FS=' ' '{ want[$1] = want[$1] " " $3; if ($2 == "pso") print $1 want[$1] }' "$WORK/wants" |
    xargs -r -L 1 -P "$jobs" bash test/litmus.sh --row
  total=$(awk '$2 == "sc"' "$WORK/wants" | wc -l)
  passed=$(wc -l <"$WORK/results")
  echo "$passed of $total rows as the table says"
  [ $agree = yes ] && [ "$total" -gt 0 ] && [ "$passed" = "$total" ]
}

markdown() {
  echo '| test | threads | outcome | sc | tso | pso |'
  echo '|---|---|---|---|---|---|'
  awk -F ' +[|] +' '!/^#/ && NF == 4 {
    gsub(/ +[|][|] +/, "`, `", $2)
    split($4, verdict, " ")
    printf "| %s | `%s` | `%s` | %s | %s | %s |\n", $1, $2, $3, verdict[1], verdict[2], verdict[3]
  }' "$table"
}

heddle="" jobs=$(nproc) outcomes=no names=() action=run
while [ $# -gt 0 ]; do
  case $1 in
  --table) action=table ;;
  --print) action=print ;;
  --outcomes) outcomes=yes ;;
  --jobs) jobs=$2 && shift ;;
  -*) echo "litmus.sh: unknown option $1" >&2 && exit 1 ;;
  *) if [ $action = run ] && [ -z "$heddle" ]; then heddle=$1; else names+=("$1"); fi ;;
  esac
  shift
done
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
if [ ${#names[@]} -gt 0 ]; then
  only "${names[@]}" >"$WORK/table"
  table=$WORK/table
  if [ "$(wc -l <"$table")" != ${#names[@]} ]; then
    echo "litmus.sh: no such row among: ${names[*]}" >&2
    exit 1
  fi
fi
case $action in
table) markdown ;;
print) awk_rows generate.awk ;;
run)
  HEDDLE=$(realpath "$heddle") ROUNDS=$rounds
  export HEDDLE ROUNDS WORK
  if [ $outcomes = yes ]; then
    awk_rows axioms.awk -v outcomes=1 >"$WORK/found"
    awk_rows combinations.awk -v found="$WORK/found" >"$WORK/combinations"
    table=$WORK/combinations
  fi
  run_rows
  ;;
esac
