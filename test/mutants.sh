#!/usr/bin/env bash
# Do the tests notice a broken rule? src/base/mutant.h lists mutations, each of which breaks one; the
# programs in build/mutants (target "mutants") can have one of them switched on. For each, tests run
# until the first of them fails.
#
#   mutants.sh [--programs FOLDER] [--jobs N] [--full] [--shard K/N] [NAME...]
#   mutants.sh [--programs FOLDER] [--jobs N] --killers
#
# The tests are the unit tests, test/pass and the programs of test/prog and examples; mutations of the
# front end begin with the programs, the others with the unit tests, and what test/mutants.hints says
# comes before these. Which come first is a matter of time only: all are tried before a mutation survives. --full adds the comparison of each program
# with brute force, which `make test` does, too. To run out of time is no failure here. A test that
# fails without a mutation as well is none to count on, and an error.
#
# --shard K/N: only the K-th of N parts of the mutations, and their killers are left alone. That is
# for --killers, which has those of all the parts run without a mutation.
#
# Prints a table: mutation, seconds, the test that failed then; also into FOLDER/mutants.txt, or
# mutants.K. Fails if a mutation survives, or if the program of the users, beside the folder, has a
# switch.
set -u -o pipefail
export LC_ALL=C
cd "$(dirname "$0")/.." || exit 1

# Of the processor, for one process of a test; the slowest needs less than a third of it.
export MUTANTS_SECONDS=${MUTANTS_SECONDS:-20}
# shellcheck source=test/tools/limits.sh
. test/tools/limits.sh

# ---- the tests ---------------------------------------------------------------------------------

# What draws everything together first, then those of the folder, and the slow ones last.
unit_tests() { # FOLDER OF THE MUTATION
  local first last=(test_encode test_explore test_gates test_value) name
  case $1 in
  encode) first=(test_engine test_staircase test_encode test_part test_gates) ;;
  analysis) first=(test_range test_engine test_order test_labels test_values) ;;
  interp) first=(test_interp test_engine test_explore) ;;
  ir) first=(test_value) ;;
  tiling) first=(test_tiling) ;;
  engine) first=(test_engine test_swarm) ;;
  swarm) first=(test_relay test_pool) ;;
  emit) first=(test_emit) ;;
  *) first=(test_engine) ;;
  esac
  printf '%s\n' "${first[@]}"
  for name in "$MUTANTS_FOLDER"/test_*; do
    name=$(basename "$name")
    [[ " ${first[*]} ${last[*]} " == *" $name "* ]] || echo "$name"
  done
  for name in "${last[@]}"; do
    [[ " ${first[*]} " == *" $name "* ]] || echo "$name"
  done
}

# A few that are quick and differ much, then all, small ones first.
program_tests() {
  local name
  for name in loop_constant loop_quiet goto_loop loop_that_stores compare_signed array_long \
    use_freed spin_flag_wrong wait_assumed; do
    [ ! -f "test/prog/$name.c" ] || echo "test/prog/$name.c"
  done
  ls -Sr test/prog/*.c examples/*.c
}

tests() { # FOLDER OF THE MUTATION, NAME: lines "kind test"
  local programs
  sed -n "s/^$2 //p" test/mutants.hints
  programs=$(program_tests | sed 's/^/prog /')
  [ "$1" != frontend ] || echo "$programs"
  unit_tests "$1" | sed 's/^/unit /'
  printf 'pass %s\n' test/pass/*.prog
  [ "$1" = frontend ] || echo "$programs"
  [ "$MUTANTS_FULL" = no ] || program_tests | sed 's/^/brute /'
}

# A failing test function aborts, so that the others need not run.
run_unit() { # "TEST ARGUMENT..."
  local code words
  read -r -a words <<<"$1"
  {
    CMOCKA_TEST_ABORT=1 limited "$MUTANTS_SECONDS" "$MUTANTS_FOLDER/${words[0]}" "${words[@]:1}" \
      >"$tmp/out" 2>&1
    code=$?
  } 2>/dev/null # where the shell tells of the abort
  case $code in 0 | 124 | 152) return 0 ;; esac
  why=$(sed -n 's/^\[ RUN      \] //p' "$tmp/out" | tail -n 1)
  return 1
}

run_case() { # RUNNER FILE BRUTE
  HEDDLE=$MUTANTS_FOLDER/heddle CASES_TMP=$tmp CASES_SLOW=no CASES_BRUTE=$3 \
    CASES_SECONDS=$MUTANTS_SECONDS bash "test/tools/run-$1.sh" --case "$2" >"$tmp/out" 2>&1
  grep -qE '^(ok|skip) ' "$tmp/out" && return 0
  grep -qE '\((stopped after|it hangs)' "$tmp/out" && return 0
  why=$(sed -n '2s/^ *\(.*[^:]\):\? .*heddle .*/\1/p' "$tmp/out")
  return 1
}

run_test() { # KIND TEST: false, and why, if it fails
  why=""
  case $1 in
  unit) run_unit "$2" ;;
  brute) run_case prog "$2" yes ;;
  *) run_case "$1" "$2" no ;;
  esac
}

# ---- one mutation ------------------------------------------------------------------------------

one_mutation() { # FOLDER NAME
  local start kind test now tried=0
  tmp=$(mktemp -d "$MUTANTS_TMP/XXXXXX")
  export HEDDLE_MUTANT=$2
  start=$(date +%s%N)
  while read -r kind test; do
    tried=$((tried + 1))
    run_test "$kind" "$test" && continue
    [ $tried = 1 ] || echo "$2 $kind $test" >>"$MUTANTS_FOLDER/hints"
    now=$(($(date +%s%N) - start))
    echo "$kind $test" >>"$MUTANTS_TMP/killers"
    printf '%-26s %5d.%d s  %s\n' "$2" $((now / 1000000000)) $((now / 100000000 % 10)) \
      "${test#test/}${why:+: $why}"
    ! grep -q 'no such mutation' "$tmp/out" || echo "FAIL $MUTANTS_FOLDER is old: no $2"
    return
  done < <(tests "$1" "$2")
  printf '%-26s SURVIVES\n' "$2"
}

# Each test that killed a mutation must pass without one.
one_baseline() { # KIND TEST
  tmp=$(mktemp -d "$MUTANTS_TMP/XXXXXX")
  run_test "$1" "$2" || echo "FAIL without a mutation: $2${why:+: $why}"
}

if [ "${1:-}" = --mutation ]; then
  one_mutation "$2" "$3"
  exit 0
fi
if [ "${1:-}" = --baseline ]; then
  one_baseline "$2" "${*:3}"
  exit 0
fi

# ---- all of them -------------------------------------------------------------------------------

# Each row is one line, so that none is passed over.
if [ "$(grep -c '^  X([A-Z_]*,' src/base/mutant.h)" != "$(grep -c '^  X([A-Z_]*, ".*") *\\\?$' src/base/mutant.h)" ]; then
  echo "mutants.sh: a row of src/base/mutant.h is not one line" >&2
  exit 1
fi

# Lines "folder NAME", or those of them that are named.
list_mutations() { # NAME...
  sed -n 's,^  /\* \([a-z]*\).*\*/ *\\$,\1,; T name; h; b; :name
          /^  X(\([A-Z_]*\), ".*") *\\\?$/ { s//\1/; G; s/\(.*\)\n\(.*\)/\2 \1/p }' src/base/mutant.h |
    grep -E " ($( (IFS='|' && echo "${*:-.*}")))\$"
}

jobs=$(nproc) names=() shard="" action=mutations
export MUTANTS_FOLDER=build/mutants MUTANTS_FULL=no
while [ $# -gt 0 ]; do
  case $1 in
  --programs) MUTANTS_FOLDER=$2 && shift ;;
  --jobs) jobs=$2 && shift ;;
  --full) MUTANTS_FULL=yes ;;
  --shard) shard=$2 && shift ;;
  --killers) action=killers ;;
  -*) echo "$0: unknown option $1" >&2; exit 1 ;;
  *) names+=("$1") ;;
  esac
  shift
done
MUTANTS_FOLDER=$(realpath "$MUTANTS_FOLDER")
[ -x "$MUTANTS_FOLDER/heddle" ] || { echo "$0: no program $MUTANTS_FOLDER/heddle" >&2; exit 1; }
MUTANTS_TMP=$(mktemp -d)
export MUTANTS_TMP
trap 'rm -rf "$MUTANTS_TMP"' EXIT
unset HEDDLE_MUTANT
start=$SECONDS

killers() { # FILE...
  sort -u "$@" | xargs -r -L 1 -P "$jobs" bash "$0" --baseline
}
if [ $action = killers ]; then
  set -- "$MUTANTS_FOLDER"/killers.*
  [ -e "$1" ] || { echo "$0: no killers in $MUTANTS_FOLDER" >&2; exit 1; }
  killers "$@" | tee "$MUTANTS_TMP/table"
  echo "$(sort -u "$@" | wc -l) tests without a mutation, $((SECONDS - start)) s"
  [ ! -s "$MUTANTS_TMP/table" ]
  exit
fi

# Neighbours are killed by the same tests, so each part has some of each folder.
part=${shard%/*} parts=${shard#*/}
list_mutations "${names[@]}" | awk -v k="${part:-1}" -v n="${parts:-1}" 'NR % n == k % n' >"$MUTANTS_TMP/all"
: >"$MUTANTS_TMP/killers"
for file in "$MUTANTS_FOLDER"/killers.*; do # of more parts than there are now
  [ -z "$shard" ] || [ ! -e "$file" ] || [ "${file##*.}" -le "$parts" ] || rm -f "$file"
done
{
  xargs -L 1 -P "$jobs" bash "$0" --mutation <"$MUTANTS_TMP/all"
  [ -n "$shard" ] || killers "$MUTANTS_TMP/killers"
  users=$MUTANTS_FOLDER/../heddle
  [ ! -x "$users" ] || ! grep -q HEDDLE_MUTANT "$users" || echo "FAIL $users has a switch"
} | tee "$MUTANTS_TMP/table"
sort "$MUTANTS_TMP/table" >"$MUTANTS_FOLDER/mutants.${part:-txt}"
[ -z "$shard" ] || sort -u "$MUTANTS_TMP/killers" >"$MUTANTS_FOLDER/killers.$part"

total=$(wc -l <"$MUTANTS_TMP/all")
killed=$(grep -cvE ' SURVIVES$|^FAIL' "$MUTANTS_TMP/table")
echo "$total mutations: $killed killed, $((total - killed)) survive, $((SECONDS - start)) s"
[ "$total" -gt 0 ] && [ "$killed" = "$total" ] && ! grep -q '^FAIL' "$MUTANTS_TMP/table"
