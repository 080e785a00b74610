#!/usr/bin/env bash
# The score on programs that were not written for Heddle: every C file of some folders is checked
# with growing bounds until a bug is found, the program is proved right, or its time is used up.
#
#   score.sh [--heddle PROGRAM] [--time SECONDS] [--expect FILE] [--csv FILE] [--logs FOLDER]
#            FOLDER-OR-FILE...
#
#   --heddle PROGRAM   default build/heddle
#   --time SECONDS     for one program, all its bounds together; default 60
#   --expect FILE      what to expect, in lines "NAME bug|ok|invalid [WHY]", NAME without ".c"
#   --csv FILE         the table for machines as well
#   --logs FOLDER      keep what heddle printed, as NAME.ROUNDS-UNWIND
#
# Without --expect, or for a name that is not in the file, the name says it: NAME_bad and NAME_sat
# have a bug, NAME_ok and NAME_unsat have none; anything else is "?". "invalid" is a program that no
# C compiler accepts. The table goes to standard output, what is going on to standard error.
#
#   right     a bug where one is expected; a proof where none is; a refusal of an invalid program
#   wrong     a bug in a program that has none, a proof of one that has a bug
#   open      nothing found, and no proof: the largest bounds that were covered are named
#   failed    a valid program is refused, or heddle itself fails
#
# Seconds are of the processor, summed over all bounds tried, with the compiler; so is the limit.
set -u -o pipefail
export LC_ALL=C
root=$(cd "$(dirname "$0")/../.." && pwd)

# Rounds and unwindings, the same for every program. The bugs of our own examples need 1 to 4 rounds,
# and few unwindings are cheap, so the rounds go up to 4 first. Then the loops grow, about twice each
# time and one more for the last test of the condition (11 covers ten iterations): a loop that is cut
# hides everything behind it. The last steps are for proofs: when no loop is cut any more, enough
# rounds cover every schedule.
ladder="2/2 3/2 4/2 4/3 4/6 4/11 4/21 6/41 8/81 12/161 16/321 24/641"

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

# The line that begins with the verdict, or the first error; without folders, and without what is
# in other columns anyway.
verdict_line() { # CODE
  case $1 in
  10) sed -n 's/^bug: \(.*\) ([^()]*)$/\1/p' "$tmp/out" ;;
  0) echo "no bug" ;;
  5) sed -n 's/^no bug within [^(;]*([^)]*)[^;]*; //p; t; s/^no bug within [^;]*; //p; s/^no bug, //p; s/^unknown: /unknown: /p' "$tmp/out" ;;
  124 | 137 | 152) echo "out of time" ;;
  *) grep -h -m 1 'error:' "$tmp/out" || tail -n 1 "$tmp/out" ;;
  esac | head -n 1 | sed 's,/[^ ]*/,,g' | tr '\t' ' '
}

cpu_seconds() { # FILE: the output of `time -p`
  awk '/^(user|sys)/ {n += $2} END {printf "%.1f", n}' "$1"
}

run() { # FILE ROUNDS UNWIND SECONDS: sets code; the output is in $tmp/out
  # The clock is only a safety net: others may use the processor too.
  # shellcheck disable=SC2086
  {
    TIMEFORMAT=$'user %U\nsys %S'
    time (
      ulimit -t "$4"
      timeout -k 5 $((10 * $4)) "$heddle" check "$1" --rounds "$2" --unwind "$3" --color never \
        -- $tolerant -I "$(dirname "$1")" >"$tmp/out" 2>&1
    )
    echo $? >"$tmp/code"
  } 2>>"$tmp/times"
  code=$(cat "$tmp/code")
  [ -z "$logs" ] || cp "$tmp/out" "$logs/$(basename "$1" .c).$2-$3"
}

# Climbs the ladder; sets code and said (of the last step that ended with something to say) and
# reached (the bounds of the bug or the proof, or the largest that were covered).
climb() { # FILE
  local step left
  reached=-
  code=5
  said="out of time"
  : >"$tmp/times"
  for step in $ladder; do
    left=$(awk -v limit="$limit" -v used="$(cpu_seconds "$tmp/times")" \
      'BEGIN {printf "%d", limit - used + 0.5}')
    [ "$left" -gt 0 ] || return
    printf '\r%-46s %-7s %3d s left ' "$name" "$step" "$left" >&2
    run "$1" "${step%/*}" "${step#*/}" "$left"
    case $code in
    124 | 137 | 152) # the step before has covered more than this one
      code=5
      return
      ;;
    0 | 5 | 10) reached=$step ;;
    esac
    said=$(verdict_line "$code")
    case $code:$said in
    5:assuming*) return ;; # nothing is left to raise
    5:*) ;;
    *) return ;;
    esac
  done
}

line() { printf '%-44s %-8s %-6s %-6s %7s  %s\n' "$@"; }

quoted() { # TEXT: as a field of CSV
  printf '"%s"' "${1//\"/\"\"}"
}

score() { # FILE
  local name expect result seconds
  name=$(basename "$1" .c)
  expect=$(expected "$name")
  climb "$1"
  result=$(judge "$expect" "$code")
  seconds=$(cpu_seconds "$tmp/times")
  count[$result]=$((${count[$result]:-0} + 1))
  printf '\r%-75s\r' "" >&2
  line "$name" "$expect" "$result" "$reached" "$seconds" "$said"
  [ -z "$csv" ] || {
    printf '%s,%s,%s,%s,%s,' "$name" "$expect" "$result" "$reached" "$seconds"
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
line program expected result bounds "cpu, s" "verdict, or what was not covered"
[ -z "$csv" ] || echo program,expected,result,bounds,cpu_seconds,verdict >"$csv" || exit 1
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
