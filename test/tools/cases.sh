# Sourced by the runners run-*.sh, each of which defines
#
#   suffixes          the endings of its inputs ("c", or "c prog")
#   run_case FILE     runs one input; says fail, note or skip, else the case has passed
#
# and calls cases_main "$@". The command line of every runner:
#
#   run-X.sh [--heddle PROGRAM] [--jobs N] [--slow] [--no-brute] [--replay] [--every N]
#            [--shard K/N] FOLDER-OR-FILE...
#
# --every N takes only each N-th of the cases; --shard K/N the K-th of N parts of these, which are
# about the same size and together all.
#
# Prints one line per case, what went wrong below it, and at the end "N passed, N failed". Fails if
# a case failed or there was none. Each case is a process of its own (the runner with --case).
#
# What an input expects is written in it, in lines "// KEY: VALUE" ("; KEY: VALUE" in a .prog).
# shellcheck shell=bash disable=SC2154

set -u -o pipefail
export LC_ALL=C
# shellcheck source-path=SCRIPTDIR source=limits.sh
. "$(dirname "${BASH_SOURCE[0]}")/limits.sh"
# A sanitizer's report must not look like an exit code of ours.
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}exitcode=99"
export UBSAN_OPTIONS="${UBSAN_OPTIONS:+$UBSAN_OPTIONS:}exitcode=99:print_stacktrace=1"
export LSAN_OPTIONS="${LSAN_OPTIONS:+$LSAN_OPTIONS:}exitcode=99"

# ---- for run_case ------------------------------------------------------------------------------

field() { # FILE KEY: the values of all lines with this key
  sed -n "s,^[[:space:]]*\(//\|;\)[[:space:]]*$2:[[:space:]]*\(.*[^[:space:]]\)[[:space:]]*\$,\2,p" "$1"
}

fail() { # TEXT...
  printf '     %s\n' "$*" >>"$work/failures"
}

note() { # TEXT: shown behind the name of the case
  notes="${notes:+$notes, }$1"
}

skip() { # WHY
  skipped=$1
}

tail_of() { # FILE: its last lines, for a failure
  tail -n 15 "$1" | cut -c 1-160 | sed 's/^/       | /' >>"$work/failures"
}

heddle() { # ARG...: leaves stdout and stderr in $work/out and $work/err, the exit code in $code
  command="heddle $*"
  limited "$CASES_SECONDS" "$HEDDLE" "$@" >"$work/out" 2>"$work/err" </dev/null
  code=$?
}

# Without any the bounds are raised step by step (test/deepen.sh); what a program test expects is of
# two rounds and unwindings then.
default_bounds() { # WORD...
  case " $* " in
  *" --rounds"* | *" --unwind"* | *" --schedule"* | *" --context-switches"* | *" --time"*) ;;
  *) echo "--rounds 2 --unwind 2" ;;
  esac
}

fail_code() { # EXPECTED: the last run of heddle ended with another exit code
  local why=""
  [ "$code" = 99 ] && why=" (sanitizer)"
  [ "$code" = 124 ] && why=" (it hangs)"
  [ "$code" -gt 128 ] && why=" (signal $((code - 128)))"
  [ "$code" = 152 ] && why=" (stopped after $CASES_SECONDS s of the processor)"
  fail "exit code $code$why, expected $1: $command"
  tail_of "$work/out"
  tail_of "$work/err"
}

must_contain() { # out|err TEXT...
  local stream=$1 text
  shift
  for text in "$@"; do
    grep -qF -e "$text" "$work/$stream" && continue
    fail "not in std$stream: $text"
    fail "command: $command"
    tail_of "$work/$stream"
  done
}

with_others() { # FILE: the file and those its "also" lines name, relative to it
  local name
  echo "$1"
  for name in $(field "$1" also); do
    echo "$(dirname "$1")/$name"
  done
}

# ---- the runner --------------------------------------------------------------------------------

one_case() { # FILE
  work=$(mktemp -d "$CASES_TMP/XXXXXX")
  : >"$work/failures"
  notes="" skipped="" command="" code=""
  set -f # arguments in the inputs are split into words, not expanded
  run_case "$1"
  note_time
  if [ -s "$work/failures" ]; then
    printf 'FAIL %s\n%s\n' "$1" "$(cat "$work/failures")"
  elif [ -n "$skipped" ]; then
    echo skip >>"$CASES_TMP/results"
    printf 'skip %s (%s)\n' "$1" "$skipped"
  else
    echo pass >>"$CASES_TMP/results"
    printf 'ok   %s%s\n' "$1" "${notes:+ ($notes)}"
  fi
  rm -rf "$work"
}

# What is not quick is worth knowing: seconds of the processor, of this case and its children.
note_time() {
  local minutes seconds
  times >"$work/times"
  { read -r _ && IFS='ms ' read -r minutes seconds _; } <"$work/times"
  seconds=$((minutes * 60 + ${seconds%.*}))
  [ $seconds -lt 5 ] || note "$seconds s"
}

# Files that another one names in "also" are no cases of their own.
list_cases() { # FOLDER-OR-FILE...
  local place suffix input other
  for place in "$@"; do
    [ -d "$place" ] || { echo "$place"; continue; }
    for suffix in $suffixes; do
      for input in "$place"/*."$suffix"; do
        [ -e "$input" ] && echo "$input"
      done
    done | sort >"$CASES_TMP/all"
    while read -r input; do
      for other in $(with_others "$input" | tail -n +2); do echo "$other"; done
    done <"$CASES_TMP/all" | sort -u >"$CASES_TMP/others"
    comm -23 "$CASES_TMP/all" "$CASES_TMP/others"
  done
}

part_of() { # K/N: of the lines, each N-th, beginning with the K-th
  awk -v k="${1%/*}" -v n="${1#*/}" 'NR % n == k % n'
}

cases_main() {
  if [ "${1:-}" = --case ]; then
    one_case "$2"
    return
  fi
  local jobs every=1 shard=1/1 places=() cases=() total passed skips failed
  jobs=$(nproc)
  export HEDDLE=build/heddle CASES_SLOW=no CASES_BRUTE=yes CASES_REPLAY=no
  export CASES_SECONDS=${CASES_SECONDS:-120}
  while [ $# -gt 0 ]; do
    case $1 in
    --heddle) HEDDLE=$2 && shift ;;
    --jobs) jobs=$2 && shift ;;
    --slow) CASES_SLOW=yes ;;
    --no-brute) CASES_BRUTE=no ;;
    --replay) CASES_REPLAY=yes ;;
    --every) every=$2 && shift ;;
    --shard) shard=$2 && shift ;;
    -*) echo "$0: unknown option $1" >&2; return 1 ;;
    *) places+=("$1") ;;
    esac
    shift
  done
  HEDDLE=$(realpath -m "$HEDDLE")
  [ -x "$HEDDLE" ] || { echo "$0: no program $HEDDLE" >&2; return 1; }

  CASES_TMP=$(mktemp -d)
  export CASES_TMP
  # shellcheck disable=SC2064
  trap "rm -rf '$CASES_TMP'" EXIT
  : >"$CASES_TMP/results"
  mapfile -t cases < <(list_cases "${places[@]}" | awk -v every="$every" 'NR % every == 0' |
    part_of "$shard")
  total=${#cases[@]}
  if [ "$total" = 0 ]; then
    echo "no cases in ${places[*]}"
    return 1
  fi
  printf '%s\0' "${cases[@]}" | xargs -0 -n 1 -P "$jobs" bash "$0" --case

  # Whatever did not report that it passed has failed.
  passed=$(grep -c '^pass$' "$CASES_TMP/results")
  skips=$(grep -c '^skip$' "$CASES_TMP/results")
  failed=$((total - passed - skips))
  [ "$skips" = 0 ] || echo "$skips skipped"
  echo "$passed passed, $failed failed"
  [ "$failed" = 0 ]
}
