#!/usr/bin/env bash
# Races by the memory orders of C: is a race found if and only if there is one?
#
#   races.sh PROGRAM [--jobs N] [NAME...]       all rows of test/litmus/races, or these
#   races.sh PROGRAM --random COUNT [--seed S]  rows made by chance
#   races.sh --print NAME                       the C program of a row
#
# Each row is a little program that has a race or not. Five answers must be the same: that of the
# table; that of vector clocks on every order of the instructions (test/litmus/races.awk); and those
# of solver and brute force together (--engine both), of every state (--engine explicit) and of one
# order (--engine order). Rows made by chance have no table.
#
# Bounds: there are no loops, and the shortest way to a race lets each thread run twice.
set -u
cd "$(dirname "$0")/.." || exit 1
# shellcheck source=test/tools/limits.sh
. test/tools/limits.sh
export LC_ALL=C
folder=test/litmus table=test/litmus/races

awk_rows() { awk "${@:2}" -f $folder/read.awk -f "$folder/$1" "$table"; }

answer() { # OPTION...: yes, no, or what else that was
  limited 60 "$HEDDLE" check "$file.prog" --property race --quiet --unwind 1 "$@" \
    >"$file.out" 2>&1 </dev/null
  case $? in
  10) echo yes ;;
  0 | 5) echo no ;;
  *) echo error ;;
  esac
}

proved() { # ENGINE: likewise, but no is a proof
  local found
  found=$(answer --engine "$1")
  if [ "$found" = no ] && ! grep -q '^no bug: ' "$file.out"; then found=unproved; fi
  echo "$found"
}

one_row() { # NAME WANT
  local file=$WORK/$1 got
  if ! limited 60 "$HEDDLE" dump "$file.c" --property race >"$file.prog" 2>"$file.out"; then
    echo "$1 does not compile !"
    head -n 5 "$file.out"
    return 1
  fi
  got="$(answer --engine both --rounds 4) $(proved explicit) $(proved order)"
  printf '%-18s %-4s %s\n' "$1" "$2" "$([ "$got" = "$2 $2 $2" ] || echo "! $got")"
  [ "$got" = "$2 $2 $2" ]
}

if [ "${1:-}" = --row ]; then
  one_row "${@:2}" && echo pass >>"$WORK/results"
  exit 0
fi

heddle="" jobs=$(nproc) names=() count=0 seed=1 action=run
while [ $# -gt 0 ]; do
  case $1 in
  --print) action=print ;;
  --jobs) jobs=$2 && shift ;;
  --random) count=$2 && shift ;;
  --seed) seed=$2 && shift ;;
  -*) echo "races.sh: unknown option $1" >&2 && exit 1 ;;
  *) if [ $action = run ] && [ -z "$heddle" ]; then heddle=$1; else names+=("$1"); fi ;;
  esac
  shift
done
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
if [ "$count" -gt 0 ]; then
  awk -v count="$count" -v seed="$seed" -f $folder/random.awk >"$WORK/table"
  table=$WORK/table
elif [ ${#names[@]} -gt 0 ]; then
  awk -F ' +[|] +' -v names=" ${names[*]} " 'index(names, " " $1 " ")' $table >"$WORK/table"
  table=$WORK/table
fi
if [ $action = print ]; then
  awk_rows generate.awk
  exit
fi
HEDDLE=$(realpath "$heddle")
export HEDDLE WORK
awk_rows generate.awk -v folder="$WORK" || exit 1
awk_rows races.awk >"$WORK/wants" || exit 1
wrong=$(awk -F ' +[|] +' '!/^#/ && NF == 3 { print $1, $3 }' "$table" | diff - "$WORK/wants")
if [ "$count" = 0 ] && [ -n "$wrong" ]; then
  printf 'By vector clocks (>) it is otherwise:\n%s\n' "$wrong"
  exit 1
fi
: >"$WORK/results"
xargs -r -L 1 -P "$jobs" bash test/races.sh --row <"$WORK/wants"
total=$(wc -l <"$WORK/wants")
passed=$(wc -l <"$WORK/results")
echo "$passed of $total rows as they should be, $(grep -c yes "$WORK/wants") with a race"
[ "$total" -gt 0 ] && [ "$passed" = "$total" ]
