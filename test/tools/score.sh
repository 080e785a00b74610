#!/usr/bin/env bash
# The score on programs that were not written for Heddle: every C file of some folders is checked
# as a user would, without bounds, until a bug is found, the program is proved right, or its time is up.
#
#   score.sh [--heddle PROGRAM] [--time SECONDS] [--expect FILE] [--csv FILE] [--logs FOLDER]
#            FOLDER-OR-FILE...
#
#   --heddle PROGRAM   default build/heddle
#   --time SECONDS     for one program, by the clock; default 60
#   --expect FILE      what to expect, in lines "NAME bug|ok|invalid [WHY]", NAME without ".c"
#   --csv FILE         the table for machines as well
#   --logs FOLDER      keep what heddle printed, as NAME
#
# Without --expect, or for a name that is not in the file, the name says it: NAME_bad and NAME_sat
# have a bug, NAME_ok and NAME_unsat have none; anything else is "?". "invalid" is a program that no
# C compiler accepts. The table goes to standard output, what is going on to standard error.
#
#   right     a bug where one is expected; a proof where none is; a refusal of an invalid program
#   wrong     a bug in a program that has none, a proof of one that has a bug
#   open      nothing found, and no proof: the verdict says what was covered
#   failed    a valid program is refused, or heddle itself fails
#
# Seconds are of the processor, of all processes together, with the compiler.
set -u -o pipefail
export LC_ALL=C
root=$(cd "$(dirname "$0")/../.." && pwd)

# Old programs call functions that they do not declare and mix pointers with integers. Compilers
# used to accept that with a warning; clang 19 has to be told.
tolerant="-w"
for warning in implicit-function-declaration implicit-int int-conversion return-type \
  incompatible-pointer-types incompatible-function-pointer-types; do
  tolerant="$tolerant -Wno-error=$warning"
done

heddle=$root/build/heddle
limit=60
expectations=""
csv=""
logs=""

usage() {
  sed -n '/^#   score.sh/,/^#$/s/^#   //p' "$0" >&2
  exit 1
}

# ---- one program ---------------------------------------------------------------------------------

expected() { # NAME
  local word=""
  [ -z "$expectations" ] || word=$(awk -v name="$1" '$1 == name {print $2; exit}' "$expectations")
  case ${word:-$1} in
  bug | *_bad | *_sat) echo bug ;;
  ok | *_ok | *_unsat) echo ok ;;
  invalid) echo invalid ;;
  *) echo '?' ;;
  esac
}

judge() { # EXPECTED CODE: right, wrong, open or failed
  case $1:$2 in
  bug:10 | ok:0 | invalid:2) echo right ;;
  bug:0 | ok:10 | invalid:*) echo wrong ;;
  *:5) echo open ;;
  '?':10 | '?':0) echo '?' ;;
  *) echo failed ;;
  esac
}

# The line that begins with the verdict, or the first error; without folders.
verdict_line() { # CODE
  case $1 in
  10) sed -n 's/^bug: \(.*\) ([^()]*)$/\1/p' "$tmp/out" ;;
  0 | 5) grep -E '^(no bug|unknown)' "$tmp/out" | sed 's/, [0-9.]* s\([;)]\)/\1/' ;;
  124 | 137) echo "out of time" ;;
  *) grep -h -m 1 'error:' "$tmp/out" || tail -n 1 "$tmp/out" ;;
  esac | head -n 1 | sed 's,/[^ ]*/,,g' | tr '\t' ' '
}

# Who has proved it, or in how many rounds the bug was found.
found_by() { # CODE
  case $1 in
  0) sed -n 's/^no bug: [^(]*(\([a-z]*\): .*/\1/p; t; s/^no bug: .*/rounds/p' "$tmp/out" ;;
  10) sed -n 's/^bug: .*(\([0-9]*\) round.*/\1 rounds/p' "$tmp/out" ;;
  *) echo - ;;
  esac
}

cpu_seconds() { # FILE: the output of `time -p`
  awk '/^(user|sys)/ {n += $2} END {printf "%.1f", n}' "$1"
}

run() { # FILE: sets code; the output is in $tmp/out
  # The program keeps to its limit; the clock here is only a safety net.
  # shellcheck disable=SC2086
  {
    TIMEFORMAT=$'user %U\nsys %S'
    time timeout -k 5 $((10 * limit)) "$heddle" check "$1" --time "$limit" --color never \
      -- $tolerant -I "$(dirname "$1")" >"$tmp/out" 2>&1
    echo $? >"$tmp/code"
  } 2>"$tmp/times"
  code=$(cat "$tmp/code")
  [ -z "$logs" ] || cp "$tmp/out" "$logs/$(basename "$1" .c)"
}

line() { printf '%-44s %-8s %-6s %-9s %7s  %s\n' "$@"; }

quoted() { # TEXT: as a field of CSV
  printf '"%s"' "${1//\"/\"\"}"
}

score() { # FILE
  local name expect result seconds by said
  name=$(basename "$1" .c)
  expect=$(expected "$name")
  printf '\r%-46s ' "$name" >&2
  run "$1"
  by=$(found_by "$code")
  said=$(verdict_line "$code")
  result=$(judge "$expect" "$code")
  seconds=$(cpu_seconds "$tmp/times")
  count[$result]=$((${count[$result]:-0} + 1))
  printf '\r%-75s\r' "" >&2
  line "$name" "$expect" "$result" "$by" "$seconds" "$said"
  [ -z "$csv" ] || {
    printf '%s,%s,%s,%s,%s,' "$name" "$expect" "$result" "$by" "$seconds"
    quoted "$said"
    echo
  } >>"$csv"
}

# ---- all -----------------------------------------------------------------------------------------

while [ $# -gt 0 ]; do
  case $1 in
  --heddle | --time | --expect | --csv | --logs) [ $# -gt 1 ] || usage ;;
  esac
  case $1 in
  --heddle) heddle=$2 ;;
  --time) limit=$2 ;;
  --expect) expectations=$2 ;;
  --csv) csv=$2 ;;
  --logs) logs=$2 ;;
  -*) usage ;;
  *) break ;;
  esac
  shift 2
done
[ $# -gt 0 ] || usage
[ -x "$heddle" ] || { echo "score.sh: no program at $heddle" >&2; exit 1; }
[ -z "$expectations" ] || [ -r "$expectations" ] ||
  { echo "score.sh: cannot read $expectations" >&2; exit 1; }
[ -z "$logs" ] || mkdir -p "$logs" || exit 1
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
declare -A count=()
line program expected result by "cpu, s" "verdict, or what was not covered"
[ -z "$csv" ] || echo program,expected,result,by,cpu_seconds,verdict >"$csv" || exit 1
while read -r file; do
  score "$file" </dev/null
done < <(for at in "$@"; do
  if [ -d "$at" ]; then printf '%s\n' "$at"/*.c; else echo "$at"; fi
done)
echo
for result in right wrong open failed '?'; do
  [ -z "${count[$result]:-}" ] || echo "$result: ${count[$result]}"
done
[ -z "${count[wrong]:-}${count[failed]:-}" ]
