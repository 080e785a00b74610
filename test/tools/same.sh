#!/usr/bin/env bash
# Do two builds of heddle say the same? For a change that must not change any answer.
#
#   same.sh BEFORE [--heddle AFTER] [--jobs N] [--slow] FOLDER-OR-FILE...
#
# Each program test is checked by both, with the arguments of all its runs and --stats: exit code, trace,
# verdict, notes, labels, events, values, clauses and conflicts must be equal. Times and memory are left
# out. So are runs with a time limit: how far these come is a matter of speed.
suffixes=c
# shellcheck source-path=SCRIPTDIR source=cases.sh
. "$(dirname "$0")/cases.sh"

# What does not depend on the machine.
lasting() { # PROGRAM ARG...
  { limited "$CASES_SECONDS" "$@" 2>&1 </dev/null; echo "exit code $?"; } |
    sed -E -e 's/[0-9.]+ s([;,)])/T s\1/' -e '/^(frontend|analysis|encode|solve|confirm|total|jobs|memory):/d'
}

compare() { # ARGS
  local before=() behind=() word
  for word in $1; do
    if [ ${#behind[@]} -gt 0 ] || [ "$word" = -- ]; then behind+=("$word"); else before+=("$word"); fi
  done
  case " ${before[*]} " in *" --time"*) return ;; esac
  for word in $(default_bounds "${before[@]}"); do before+=("$word"); done
  set -- check "${files[@]}" "${before[@]}" --stats "${behind[@]}"
  lasting "$BEFORE" "$@" >"$work/before"
  lasting "$HEDDLE" "$@" >"$work/after"
  compared=$((compared + 1))
  cmp -s "$work/before" "$work/after" && return
  fail "heddle $*"
  diff "$work/before" "$work/after" | head -n 20 >>"$work/failures"
}

run_case() { # FILE
  local runs=() run compared=0
  if [ "$(field "$1" slow)" = yes ] && [ "$CASES_SLOW" = no ]; then
    skip slow
    return
  fi
  mapfile -t files < <(with_others "$1")
  mapfile -t runs < <(field "$1" run)
  [ ${#runs[@]} -gt 0 ] || runs=("$(field "$1" args)")
  for run in "${runs[@]}"; do compare "${run%%=>*}"; done
  note "$compared compared"
}

if [ "${1:-}" != --case ]; then
  BEFORE=$(realpath -m "${1:?usage: same.sh BEFORE FOLDER-OR-FILE...}")
  export BEFORE
  shift
fi
cases_main "$@"
