#!/usr/bin/env bash
# Does a test need each model? Replaces the model of a function by one that does nothing and gives
# back 0, and looks for a program test that calls the function and then fails.
#
#   noop.sh [--all] [--heddle PROGRAM] [--jobs N] [FUNCTION...]
#
# The functions are those for threads (POSIX, semaphores, C11), with --all every one on the page of
# the library, or those named. What a program defines itself goes before a model, so a file with
# the empty function is added to the files of the test. A test fails if a verdict or an expected
# text is another one; anything else (the program no longer compiles, out of time) does not count,
# and neither does a test that fails with any other file added.
#
# Prints a table, function and test, also into build/noop.txt. Fails if a function has no such test.
set -u -o pipefail
export LC_ALL=C
cd "$(dirname "$0")/../.." || exit 1

# Functions that do nothing by their specification, or here: no test can tell.
exempt() { # FUNCTION: prints why
  case $1 in
  pthread_atfork) echo "fork has no model, so the handlers are never called" ;;
  __VERIFIER_atomic_begin | __VERIFIER_atomic_end | assume_abort_if_not)
    echo "the front end knows it by its name"
    ;;
  __VERIFIER_error | reach_error) echo "an error location, whatever the program defines" ;;
  sched_yield) echo "any thread may be interrupted anywhere" ;;
  atomic_thread_fence | atomic_signal_fence) echo "memory is sequentially consistent" ;;
  srand | srandom | srand48) echo "random numbers are arbitrary, whatever the seed" ;;
  perror | warn | warnx | vwarn | vwarnx) echo "it prints only" ;;
  *) return 1 ;;
  esac
}

# ---- one function ------------------------------------------------------------------------------

declaration() { # FUNCTION FIELD: 4 the type of its result, 5 the head of its definition
  awk -F '\t' -v name="$1" -v field="$2" '$1 == name { print $field }' "$NOOP_TMP/prototypes"
}

write_noop() { # FUNCTION FILE
  local header type
  type=$(declaration "$1" 4)
  {
    echo "#define _GNU_SOURCE 1"
    for header in assert ctype err errno error fcntl inttypes limits malloc math pthread sched \
      semaphore signal stdarg stdatomic stddef stdint stdio stdlib string strings sys/sysinfo \
      sys/time threads time unistd; do
      echo "#include <$header.h>"
    done
    echo "typedef uint64_t aligned_uint64_t __attribute__((aligned(8)));"
    echo "#ifdef __SIZEOF_INT128__"
    echo "__extension__ typedef __int128 wide;"
    echo "__extension__ typedef unsigned __int128 unsigned_wide;"
    echo "#endif"
    echo "#undef $1"
    declaration "$1" 5
    if [ "$type" = void ]; then echo "{}"; else echo "{ return ($type){0}; }"; fi
  } >"$2"
}

candidates() { # FUNCTION: the programs that call it, small ones first
  local pattern program
  while read -r pattern program _; do
    [[ $1 =~ $pattern ]] && echo "$program" && return
  done <"$NOOP_TMP/exceptions"
  grep -lE "(^|[^A-Za-z_0-9])$1([^A-Za-z_0-9]|\$)" test/prog/*.c examples/*.c | xargs -r ls -Sr
}

# With NOOP added to the files of the test: does it fail as it should?
fails() { # FILE NOOP
  local said
  said=$(NOOP=$2 test/tools/run-prog.sh --heddle "$NOOP_TMP/heddle" --no-brute --jobs 1 "$1")
  grep -qE '^ +(exit code (0|5|10), expected|not in stdout)' <<<"$said"
}

# Programs that only name the function, or that a file more breaks, are passed by.
one_function() { # FUNCTION
  local dir=$NOOP_TMP/$1 why program
  if why=$(exempt "$1"); then
    printf '%s\t- (%s)\n' "$1" "$why"
    return
  fi
  mkdir "$dir"
  write_noop "$1" "$dir/noop.c"
  if ! clang-19 -fsyntax-only -w -Ishare/include "$dir/noop.c" 2>"$dir/err"; then
    printf '%s\tnone (cannot be defined: %s)\n' "$1" "$(grep -m 1 error "$dir/err")"
    return
  fi
  for program in $(candidates "$1"); do
    if fails "$program" "$dir/noop.c" && ! fails "$program" "$NOOP_TMP/nothing.c"; then
      printf '%s\t%s\n' "$1" "$program"
      return
    fi
  done
  printf '%s\tnone\n' "$1"
}

# ---- all of them -------------------------------------------------------------------------------

if [ "${1:-}" = --function ]; then
  one_function "$2"
  exit
fi

jobs=$(nproc) all=no functions=()
export NOOP_HEDDLE=build/heddle CASES_SECONDS=${CASES_SECONDS:-30}
while [ $# -gt 0 ]; do
  case $1 in
  --all) all=yes ;;
  --heddle) NOOP_HEDDLE=$2 && shift ;;
  --jobs) jobs=$2 && shift ;;
  -*) echo "$0: unknown option $1" >&2; exit 1 ;;
  *) functions+=("$1") ;;
  esac
  shift
done
NOOP_HEDDLE=$(realpath "$NOOP_HEDDLE")
NOOP_TMP=$(mktemp -d)
export NOOP_TMP
trap 'rm -rf "$NOOP_TMP"' EXIT

# shellcheck disable=SC2016 # for the stand-in to expand
printf '#!/usr/bin/env bash\nexec "$NOOP_HEDDLE" "$1" "$NOOP" "${@:2}"\n' >"$NOOP_TMP/heddle"
chmod +x "$NOOP_TMP/heddle"
echo "int heddle_nothing(void) { return 0; }" >"$NOOP_TMP/nothing.c"
scripts/library.sh --prototypes >"$NOOP_TMP/prototypes" || exit 1
test/library.sh --exceptions >"$NOOP_TMP/exceptions"

of_threads='^(pthread_|sem_|thrd_|mtx_|cnd_|tss_|call_once$)'
[ $all = yes ] && of_threads=.
[ ${#functions[@]} -gt 0 ] ||
  mapfile -t functions < <(cut -f 1 "$NOOP_TMP/prototypes" | grep -E "$of_threads" | sort)

printf '%s\0' "${functions[@]}" |
  xargs -0 -n 1 -P "$jobs" bash "$0" --function | tee "$NOOP_TMP/table" | expand -t 40
mkdir -p build
sort "$NOOP_TMP/table" | expand -t 40 >build/noop.txt
total=${#functions[@]}
none=$(grep -c $'\tnone' "$NOOP_TMP/table")
exempt=$(grep -c $'\t- ' "$NOOP_TMP/table")
echo "$total functions: $((total - none - exempt)) needed by a test, $exempt exempt, $none by none"
[ "$none" = 0 ] && [ "$(wc -l <"$NOOP_TMP/table")" = "$total" ]
