#!/usr/bin/env bash
# Every program of test/prog as an emitted sequential program: it compiles without a warning, fails if
# and only if heddle says so, and does so with the schedule that heddle found.
#
#   emit-all.sh PROGRAM [NAME...]     only these of test/prog
#
# Each line "run" or "args" of a program is one question. A program is run in all ways, for up to
# EMIT_SECONDS (20); if that was not enough to find the bug that heddle knows, then at random for as
# long. Prints one line per program, and totals:
#
#   found      both say that there is a bug
#   agree      both say that there is none
#   open       not everything could be tried; what was tried does not contradict. A bug that was
#              not met is shown by its schedule nevertheless
#   skipped    the form refuses it, or heddle has no verdict
#
# A contradiction, a warning, or a schedule that does not show the bug is a failure.
# shellcheck disable=SC2034
suffixes=c
tools=$(cd "$(dirname "$0")" && pwd)
# shellcheck source-path=SCRIPTDIR source=cases.sh
. "$tools/cases.sh"
case $0 in /*) ;; *) exec "$tools/emit-all.sh" "$@" ;; esac # it calls itself
if [ "${1:-}" != --case ]; then
  heddle=$(realpath "$1")
  shift
fi
cd "$tools/../.." || exit 1
seconds=${EMIT_SECONDS:-20}
strict=(-std=c17 -Wall -Wextra -Werror -O1 -I share/emit)

tally() { # WORD REASON
  printf '%s\t%s\n' "$1" "$2" >>"$CASES_TMP/tally"
  note "$1"
}

# Words in front of "--" that are for both commands, and those behind it for clang.
split() { # ARGS: leaves them in before and behind
  local word drop=no
  before=() behind=()
  for word in $1; do
    if [ ${#behind[@]} -gt 0 ] || [ "$word" = -- ]; then
      behind+=("$word")
    elif [ $drop = yes ]; then
      drop=no
    else
      case $word in
      --engine) drop=yes ;;
      --engine=* | --stats | --sv-comp | --no-slice) ;;
      *) before+=("$word") ;;
      esac
    fi
  done
  for word in $(default_bounds "${before[@]}"); do before+=("$word"); done
}

# False where the form refuses it (skipped), or something is wrong (failed).
build() { # OUTPUT OPTION...
  local output=$1
  shift
  heddle emit "${files[@]}" --form sequential -o "$work/emitted.c" "${before[@]}" "$@" "${behind[@]}"
  case $code in
  0) ;;
  1 | 2)
    tally skipped "$(sed -n '/heddle/{s/^heddle[^:]*: //;p;q}' "$work/err")"
    return 1
    ;;
  *) fail_code "0" && return 1 ;;
  esac
  gcc "${strict[@]}" "$work/emitted.c" "$CASES_TMP/explore.o" -o "$output" >"$work/out" 2>&1 && return
  fail "does not compile: $command"
  tail_of "$work/out"
  return 1
}

run() { # PROGRAM ARG...: leaves the exit code in $code
  timeout "$seconds" "$@" >"$work/out" 2>&1
  code=$?
}

follow() {
  build "$work/whole" --no-slice || return
  run "$work/whole" --schedule "$(test/tools/schedule-of.sh "$work/json")"
  case $code in
  10) tally followed "" ;;
  124) tally "not followed" "out of time" ;;
  *)
    fail "the schedule does not show the bug: $command"
    tail_of "$work/out"
    ;;
  esac
}

contradiction() { # TEXT
  tally contradiction ""
  fail "CONTRADICTION: $1: $command"
  tail_of "$work/out"
}

explore() { # BUG: does heddle say that there is one?
  run "$work/sliced"
  [ "$1" = yes ] && [ $code != 10 ] && [ $code != 0 ] && run "$work/sliced" --random 100000000
  case $code-$1 in
  10-yes) tally found "" ;;
  0-no) tally agree "" ;;
  10-no) contradiction "a violation where heddle has none" ;;
  0-yes) contradiction "no violation where heddle has a bug" ;;
  5-* | 124-*) tally open "$1" ;;
  *) fail "exit code $code of the program of $command" ;;
  esac
}

one_run() { # ARGS
  local bug=no
  split "$1"
  case " ${before[*]} " in
  *"--memory-model tso"* | *"--memory-model pso"*) tally skipped "another memory model" && return ;;
  *" --tiles "*) tally skipped "many instances at once" && return ;;
  *"--property "*race* | *no-data-race*) tally skipped "races" && return ;;
  esac
  heddle check "${files[@]}" "${before[@]}" --quiet --json "$work/json" "${behind[@]}"
  case $code in
  0 | 5) ;;
  10) bug=yes ;;
  *) tally skipped "no verdict: exit code $code" && return ;;
  esac
  grep -q '^unknown' "$work/out" && tally skipped "no verdict: a limit" && return
  build "$work/sliced" || return
  explore $bug
  [ $bug = no ] || follow
}

run_case() { # FILE
  local runs=() line
  mapfile -t files < <(with_others "$1")
  mapfile -t runs < <(field "$1" run | sed 's/=>.*//')
  [ ${#runs[@]} -gt 0 ] || runs=("$(field "$1" args)")
  [ -e "$CASES_TMP/explore.o" ] ||
    { gcc "${strict[@]}" -c share/emit/explore.c -o "$work/explore.o" &&
      mv "$work/explore.o" "$CASES_TMP/explore.o"; }
  for line in "${runs[@]}"; do
    one_run "$line"
  done
}

totals() {
  local word
  for word in found agree open followed "not followed" skipped contradiction; do
    printf '%-14s %6d\n' "$word" "$(grep -c "^$word"$'\t' "$CASES_TMP/tally")"
  done
  echo "open, and heddle has a bug:   $(grep -c $'^open\tyes' "$CASES_TMP/tally")"
  sed -n 's/^skipped\t//p' "$CASES_TMP/tally" | sort | uniq -c | sort -rn | sed 's/^/skipped: /'
}

if [ "${1:-}" = --case ]; then
  cases_main "$@"
  exit
fi
places=(test/prog)
[ $# = 0 ] || { places=("${@/#/test/prog/}") && places=("${places[@]/%/.c}"); }
cases_main --heddle "$heddle" "${places[@]}"
result=$?
totals
exit $result
