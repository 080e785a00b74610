#!/usr/bin/env bash
# Program tests: C programs checked as a user would check them.
#
#   // args: ARGS               of `heddle check FILE`; --rounds 2 --unwind 2 if there are no bounds,
#                               unless there is a --time: then heddle raises them
#   // verdict: bug|safe|bounded     exit code 10, 0, 5
#   // run: ARGS => VERDICT     any number of them, instead of args and verdict
#   // expect: TEXT             in the standard output of the first run that finds a bug (of the
#                               first run if none does); any number of them
#   // why: CODE                why that bug happens names a line that has this code; any number
#   // why-not: CODE            or does not
#   // labels: 1 4 4            of the first run, as --stats prints them
#   // clauses: N               likewise
#   // also: other.c            further files of the program, in the same folder
#   // brute: no                no comparison with brute force, or
#   // brute: ROUNDS...         for these numbers of rounds; default 1 2 3
#   // replay: no, WHY          bugs are not replayed natively, or
#   // replay: all              those of all runs are; default: that of the first run that finds one
#   // slow: yes                only with --slow
#
# The comparison: for each of those rounds, and as many unwindings, --engine both finds that brute force
# and the solver agree. Brute force may give up on a program that is too big for it. Other
# arguments than rounds and unwind are kept; of several runs, each such set is compared once. Then
# --engine order is asked about all schedules, with as many unwindings: it must find what was found, and
# nothing where every schedule was covered.
suffixes=c
# shellcheck source-path=SCRIPTDIR source=cases.sh
. "$(dirname "$0")/cases.sh"

exit_code() { # VERDICT
  case $1 in
  bug) echo 10 ;;
  safe) echo 0 ;;
  bounded) echo 5 ;;
  *) return 1 ;;
  esac
}

# Options that a test adds come before the flags for clang, which follow "--".
check() { # ARGS OPTION...
  local before=() behind=() word
  for word in $1; do
    if [ ${#behind[@]} -gt 0 ] || [ "$word" = -- ]; then behind+=("$word"); else before+=("$word"); fi
  done
  shift
  for word in $(default_bounds "${before[@]}" "$@"); do before+=("$word"); done
  heddle check "${files[@]}" "${before[@]}" "$@" "${behind[@]}"
}

gave_up() { [ "$code" = 5 ] && grep -q 'gave up' "$work/out"; }

is_replayed() {
  [ "${CASES_REPLAY:-no}" = yes ] || return
  case $(field "$file" replay) in
  all) true ;;
  no*) false ;;
  *) [ $replayed = no ] ;;
  esac
}

one_run() { # ARGS VERDICT OPTION...
  local args=$1 verdict=$2 want replay=no
  shift 2
  want=$(exit_code "$verdict") || { fail "no such verdict: ${verdict:-none given}"; return; }
  if [ "$verdict" = bug ] && is_replayed; then
    replay=yes replayed=yes
    set -- "$@" --replay "$work/replay"
  fi
  check "$args" "$@"
  if [ "$code" != "$want" ]; then
    fail_code "$want ($verdict)"
  elif gave_up; then
    fail "gave up, which is no verdict: $command"
  elif [ $replay = yes ] &&
    ! grep -qE '^reproduced natively[:,] |"outcome": "reproduced"' "$work/out"; then
    fail "not said to be reproduced natively: $command"
  fi
}

same_number() { # KEY: what --stats printed is what the file says
  local want got
  want=$(field "$file" "$1" | tr -s ' ')
  [ -n "$want" ] || return
  got=$(cat "$work/out" "$work/err" | sed -n "s/^[[:space:]]*$1:[[:space:]]*//p" | head -n 1 |
    tr -s ' ' | sed 's/ *$//')
  [ "$got" = "$want" ] || fail "$1: ${got:-not printed}, expected $want: $command"
}

expected_texts() {
  local texts=()
  mapfile -t texts < <(field "$file" expect)
  must_contain out "${texts[@]}"
}

# What is said from "why:" on, up to the verdict, names places as "line 12", or "file.c:12".
is_explained_by() { # CODE
  local line
  while IFS= read -r line; do
    sed -n '/^why: /,/^$/p' "$work/out" | tr '\n' ' ' | tr -s ' ' |
      grep -qE "(line |\.[ch]:)$line([^0-9]|\$)" && return
  done < <(grep -nF -- "$1" "$file" | grep -vE '^[0-9]+:// ' | cut -d: -f1)
  return 1
}

explained() {
  local code
  while IFS= read -r code; do
    is_explained_by "$code" || fail "why it happens does not name the line of: $code"
  done < <(field "$file" why)
  while IFS= read -r code; do
    ! is_explained_by "$code" || fail "why it happens names the line of: $code"
  done < <(field "$file" why-not)
}

first_run() { # ARGS VERDICT
  local stats=()
  [ -z "$(field "$file" labels)$(field "$file" clauses)" ] || stats=(--stats)
  one_run "$1" "$2" "${stats[@]}"
  same_number labels
  same_number clauses
}

without_bounds() { # ARGS: without those that the comparison sets
  local rest="" drop=no flags=no word
  for word in $1; do
    [ "$word" = -- ] && flags=yes
    if [ "$drop" = yes ]; then
      drop=no
      continue
    fi
    if [ $flags = no ]; then
      case $word in
      --rounds | --unwind | --engine) drop=yes && continue ;;
      --rounds=* | --unwind=* | --engine=* | --stats) continue ;;
      esac
    fi
    rest="$rest $word"
  done
  echo "$rest"
}

# Most of the time goes into compiling. One unwinding is enough for a program in which it cuts nothing;
# then all rounds are compared by what `heddle dump` prints of it, else those with one unwinding. This
# is for arguments that mean the same of that.
dump() { # ARGS: leaves $work/one.prog, and in good_for the unwindings that it stands for
  local before=() behind=() word
  good_for=none
  for word in $1; do
    if [ ${#behind[@]} -gt 0 ] || [ "$word" = -- ]; then behind+=("$word"); else before+=("$word"); fi
  done
  alike "${before[@]}" && [ "${files[*]%.prog}" = "${files[*]}" ] || return
  heddle dump "${files[@]}" "${before[@]}" --unwind 1 "${behind[@]}"
  [ "$code" = 0 ] || return
  cp "$work/out" "$work/one.prog"
  if grep -qE '^ +cut( |$)' "$work/one.prog"; then good_for=1; else good_for=all; fi
}

alike() { # WORD...
  while [ $# -gt 0 ]; do
    case $1 in
    --property | --memory-model) shift ;;
    --property=* | --memory-model=*) ;;
    *) return 1 ;;
    esac
    shift
  done
}

compare() { # ARGS ROUNDS UNWIND: fails, or counts in compared or too_big
  if [ $good_for = all ] || [ $good_for = "$3" ]; then
    # shellcheck disable=SC2086 # words
    heddle check "$work/one.prog" ${1%% -- *} --engine both --quiet --stats --rounds "$2"
  else
    check "$1" --engine both --quiet --stats --rounds "$2" --unwind "$3"
  fi
  case $code in
  0 | 5 | 10) ;;
  *) fail_code "a verdict that brute force shares" && return ;;
  esac
  if grep -q '^states: 0$' "$work/out"; then
    too_big=$((too_big + 1))
    big=yes
  else
    compared=$((compared + 1))
  fi
}

# Of a memory model that it is not told of, or a part of the schedules, it says so.
order() { # ARGS UNWIND CODE: what --engine both had found
  if [ $good_for = all ] || [ $good_for = "$2" ]; then
    # shellcheck disable=SC2086 # words
    heddle check "$work/one.prog" ${1%% -- *} --engine order --quiet --time 10
  else
    check "$1" --engine order --quiet --unwind "$2" --time 10
  fi
  grep -qE "the engine 'order' is (told|about)" "$work/err" && return
  gave_up && return
  case $3:$code in
  10:10 | 0:0 | 5:0 | 5:5 | 5:10 | 0:5) ordered=$((ordered + 1)) ;;
  *) fail_code "what rounds say ($3)" ;;
  esac
}

brute() { # ARGS...: those of each run
  local all rounds args r big compared=0 too_big=0 ordered=0
  rounds=$(field "$file" brute)
  [ "$rounds" = no ] && return
  mapfile -t all < <(for args in "$@"; do without_bounds "$args"; done | sort -u)
  for args in "${all[@]}"; do
    dump "$args"
    big=no
    for r in ${rounds:-1 2 3}; do
      [ $big = yes ] && continue # more rounds would be too big, too
      compare "$args" "$r" "$r"
      order "$args" "$r" "$code"
    done
  done
  note "$compared compared"
  note "$ordered by order"
  [ $too_big = 0 ] || note "$too_big too big"
}

run_case() { # FILE
  local runs=() all=() i args verdict telling=0
  file=$1 replayed=no
  if [ "$(field "$file" slow)" = yes ] && [ "$CASES_SLOW" = no ]; then
    skip slow
    return
  fi
  mapfile -t files < <(with_others "$file")
  mapfile -t runs < <(field "$file" run)
  if [ ${#runs[@]} = 0 ]; then
    args=$(field "$file" args)
    runs=("$args => $(field "$file" verdict)")
  fi
  for i in "${!runs[@]}"; do
    [[ ${runs[i]} =~ =\>\ *bug ]] && telling=$i && break
  done
  for i in "${!runs[@]}"; do
    args=${runs[i]%%=>*}
    verdict=${runs[i]##*=>}
    verdict=${verdict// /}
    all+=("$args")
    if [ "$i" = 0 ]; then first_run "$args" "$verdict"; else one_run "$args" "$verdict"; fi
    [ "$i" != "$telling" ] || { expected_texts && explained; }
  done
  [ "$CASES_BRUTE" = no ] || brute "${all[@]}"
}

cases_main "$@"
