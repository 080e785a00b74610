#!/usr/bin/env bash
# Programs that heddle emits for other tools: they compile without a warning, they fail if and only
# if heddle says so, and with the schedule that heddle found.
#
#   emit.sh PROGRAM [--few] [NAME...]     only these of test/prog; --few: every fourth
#
# Frama-C is asked, too, where it is installed.
set -u
cd "$(dirname "$0")/.." || exit 1
# shellcheck source=test/tools/limits.sh
. test/tools/limits.sh
export LC_ALL=C
heddle=$(realpath "$1")
shift
step=1
[ "${1:-}" != --few ] || { step=4; shift; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0 passed=0 tried=0
emit=("$heddle" emit --form sequential -o) # OUTPUT FILE
strict=(-std=c17 -Wall -Wextra -Werror -I share/emit)

fail() { # TEXT
  echo "FAIL $1"
  head -n 5 "$work/out" | sed 's/^/     | /'
  failed=$((failed + 1))
}

check() { # WHAT COMMAND...: it succeeds
  if limited 60 "${@:2}" >"$work/out" 2>&1 </dev/null; then
    passed=$((passed + 1))
  else
    fail "$1"
  fi
}

ends() { # WHAT CODE COMMAND...: with this exit code
  limited 60 "${@:3}" >"$work/out" 2>&1 </dev/null
  local code=$?
  if [ $code = "$2" ]; then passed=$((passed + 1)); else fail "$1: exit code $code, not $2"; fi
}

bound_of() { # FILE WORD: rounds or unwindings that the test or the example gives, or 2
  local bound
  bound=$(grep -m 1 -E '^// (args|run):' "$1" | grep -oE -- "--$2 [0-9]+" | head -n 1)
  echo "${bound:---$2 2}"
}

# ---- the fixed files ----

check "explore.c" gcc "${strict[@]}" -Wpedantic -Wshadow -Wstrict-prototypes -O1 -c \
  share/emit/explore.c -o "$work/explore.o"
check "explore.c, clang" clang-19 "${strict[@]}" -Wpedantic -fsyntax-only share/emit/explore.c

# ---- every example is accepted ----

# All words for all tools, on one program; those of tools that are not there do nothing.
mkdir -p "$work/klee"
cat >"$work/klee/klee.h" <<'STUB'
void klee_make_symbolic(void *at, unsigned long size, const char *name);
_Noreturn void klee_silent_exit(int code);
_Noreturn void klee_report_error(const char *file, int line, const char *text, const char *suffix);
STUB
check "emit examples/dekker.c" "${emit[@]}" "$work/words.c" examples/dekker.c
for tool in CBMC SVCOMP FRAMA_C KLEE; do
  check "sequential.h for $tool" gcc "${strict[@]}" -DHEDDLE_$tool -I "$work" -fsyntax-only \
    '-D__CPROVER_assume(c)=((void)(c))' '-D__CPROVER_assert(c,t)=((void)(c))' "$work/words.c"
done

parsed=() per_file="" number=0
for file in examples/*.c; do
  name=$(basename "$file" .c) number=$((number + 1))
  [ $((number % step)) = 0 ] || continue
  variant=$([ $((number % 2)) = 0 ] && echo --line-directives || echo --no-slice)
  # shellcheck disable=SC2046,SC2086
  check "emit $file" "${emit[@]}" "$work/$name.c" "$file" $variant \
    $(bound_of "$file" rounds) $(bound_of "$file" unwind)
  check "gcc on $file" gcc "${strict[@]}" -fsyntax-only "$work/$name.c"
  check "clang on $file" clang-19 "${strict[@]}" -fsyntax-only "$work/$name.c"
  parsed+=("$work/$name.c")
  per_file+="${per_file:+,}$work/$name.c:-DMAIN=main_$number"
done
if command -v frama-c >/dev/null; then
  check "frama-c on the examples" frama-c -cpp-extra-args="-DHEDDLE_FRAMA_C -I$PWD/share/emit" \
    -cpp-extra-args-per-file="$per_file" -kernel-warn-key annot-error=abort "${parsed[@]}"
else
  echo "note: frama-c is not installed and was not asked"
fi

eva() { # FILE WHETHER: is a violation possible? Eva looks at each run by itself.
  check "emit $1" "${emit[@]}" "$work/eva.c" "$1" --rounds 3 --claims
  check "eva on $1" frama-c -cpp-extra-args="-DHEDDLE_FRAMA_C -DHEDDLE_SPLIT -I$PWD/share/emit" \
    -eva -eva-slevel 100000 -eva-split-return full "$work/eva.c"
  cp "$work/out" "$work/eva"
  check "violations of $1" test "$(grep -c "'violation' got status" "$work/eva")" "$2" 0
  check "claims about $1" test "$(grep -c "'claim' got status" "$work/eva")" = 0
}
if command -v frama-c >/dev/null; then
  eva examples/lost_update.c -gt
  eva examples/lost_update_mutex.c -eq
fi

# ---- the same verdicts ----

compare() { # FILE: is there a bug, and does its schedule show it? Compiled once, hence cheap.
  local file=$1 name code flags prog property=assert,deadlock,memory,lock
  name=$(basename "$file" .c)
  prog=$work/$name.prog
  # shellcheck disable=SC2046
  limited 60 "$heddle" dump "$file" $(bound_of "$file" unwind) --property "$property" >"$prog"
  read -ra flags <<<"$(bound_of "$file" rounds) --property $property"
  limited 60 "$heddle" check "$prog" "${flags[@]}" --engine sat --quiet --json "$work/$name.json" \
    >"$work/out" 2>&1
  code=$?
  case $code in
  0 | 5) code=0 ;;
  10) flags+=(--no-slice) ;; # the schedule is one of the whole program
  *) fail "heddle check $file: exit code $code" && return ;;
  esac
  check "emit $file" "${emit[@]}" "$work/$name.c" "$prog" "${flags[@]}"
  check "gcc on $file" gcc "${strict[@]}" -O1 "$work/$name.c" "$work/explore.o" -o "$work/$name"
  ends "all runs of $file" $code "$work/$name"
  [ $code = 0 ] && return
  ends "the schedule of $file" 10 "$work/$name" --schedule "$(test/tools/schedule-of.sh "$work/$name.json")"
  # What it prints itself it takes, too.
  ends "the schedule of $file that was printed" 10 "$work/$name" --schedule \
    "$(sed -n 's/^schedule://p' "$work/out")"
}

programs=(
  # those that fail
  array_shared_index assume_after_store barrier_reuse_wrong bitfields_race cancel_disabled_wrong
  deadlock_at_start deadlock_has_seen
  cas_once_wrong cond_wait_if exchange_wrong float_nan_wrong function_pointer_shared
  heap_hand_over_wrong heap_shared_list lang_int128_torn main_exits_first pointer_shared
  rwlock_exclusion_wrong section_half_wrong spin_cas_lock_wrong struct_tearing thread_join_by_two
  # those that do not
  array_shared_index_right atomic_multiply c11_call_once cas_loop cond_timedwait
  lang_by_value_right mm_peterson mutex_recursive packed pointer_moves queue_of_one race_inc_mutex
  rwlock_try sem_mutex store_buffering
)
[ $# = 0 ] || programs=("$@")
for name in "${programs[@]}"; do
  tried=$((tried + 1))
  [ $((tried % step)) = 0 ] && compare "test/prog/$name.c"
done

# ---- variants: real threads, by chance ----

check "variant.c" gcc "${strict[@]}" -Wpedantic -Wshadow -Wstrict-prototypes -O1 -c \
  share/emit/variant.c -o "$work/variant.o"
check "variant.c, clang" clang-19 "${strict[@]}" -Wpedantic -fsyntax-only share/emit/variant.c

variant() { # CODE FILE FLAG...: how 1000 runs end
  check "emit a variant of $2" "${emit[@]/sequential/variant}" "$work/variant.c" "$2"
  check "clang on a variant of $2" clang-19 "${strict[@]}" -fsyntax-only "$work/variant.c"
  check "gcc on a variant of $2" gcc "${strict[@]}" "${@:3}" -O1 -pthread "$work/variant.c" \
    "$work/variant.o" -o "$work/variant"
  ends "runs of a variant of $2" "$1" "$work/variant"
}
variant 10 examples/lost_update.c
cp "$work/out" "$work/first"
ends "the same seed" 10 "$work/variant" --runs 1 --seed "$(sed -n 's/^seed //p' "$work/first")"
variant 10 examples/peterson_wrong.c
variant 10 examples/two_mutexes.c # a deadlock
variant 5 examples/peterson.c
variant 5 examples/lost_update_mutex.c
variant 10 examples/bystanders.c

# ---- instances: the fourth of these has the bug, the second has not ----

tiles=(examples/peterson_wrong.c --tile-size 2 --tiles 1)
instance() { # CODE-OF-VARIANT CODE NUMBER
  check "gcc, instance $3" gcc "${strict[@]}" -O1 -pthread "-DINSTANCE=$3" "$work/instances.c" \
    "$work/variant.o" -o "$work/instance"
  ends "runs of the variant, instance $3" "$1" "$work/instance"
  check "gcc, file of instance $3" gcc "${strict[@]}" -O1 "$work/folder/instance-$3.c" \
    "$work/explore.o" -o "$work/instance"
  ends "all runs of instance $3" "$2" "$work/instance"
}
check "a variant with instances" "${emit[@]/sequential/variant}" "$work/instances.c" "${tiles[@]}"
check "a folder of instances" "${emit[@]}" "$work/folder" "${tiles[@]}" --rounds 3
check "all instances" test -e "$work/folder/instance-16.c" -a ! -e "$work/folder/instance-17.c"
instance 5 0 2
instance 10 10 4
ends "no such instance" 1 gcc "${strict[@]}" -DINSTANCE=17 -fsyntax-only "$work/instances.c"
ends "a folder is needed" 1 "${emit[@]}" - "${tiles[@]}"
check "some instances" "${emit[@]}" "$work/some" "${tiles[@]}" --instances 3 --seed 2
check "three instances" test -e "$work/some/instance-3.c" -a ! -e "$work/some/instance-4.c"
ends "clauses of instances" 1 "$heddle" emit --form dimacs -o "$work/clauses" "${tiles[@]}"

# ---- one program by hand ----

lost=$work/lost
check "emit" "${emit[@]}" "$lost.c" examples/lost_update.c --rounds 3
check "gcc" gcc "${strict[@]}" -O1 "$lost.c" "$work/explore.o" -o "$lost"
ends "at random" 10 "$lost" --random 10000
ends "too few runs" 5 "$lost" --runs 1
ends "a schedule without a bug" 5 "$lost" --schedule "0:1 1:3 2:3 0:3"
ends "a wrong word" 1 "$lost" --schedule "0:1 nonsense"
for part in "--schedule 0:1,2:0" "--context-switches 2"; do
  # shellcheck disable=SC2086
  check "emit $part" "${emit[@]}" "$lost.c" examples/lost_update.c $part
  check "gcc, $part" gcc "${strict[@]}" -O1 "$lost.c" "$work/explore.o" -o "$lost"
  ends "all runs, $part" 0 "$lost"
done
# ---- what the intervals say ----

check "emit, narrow" "${emit[@]}" "$lost.c" examples/lost_update.c --rounds 3
check "a narrow counter" grep -q 'NARROW(2, uint8_t) counter' "$lost.c"
check "clang, narrow" clang-19 "${strict[@]}" -DHEDDLE_BITINT "$lost.c" "$work/explore.o" -o "$lost"
ends "all runs, with exactly these bits" 10 "$lost"
check "emit --no-narrow" "${emit[@]}" "$lost.c" examples/lost_update.c --no-narrow
check "a wide counter" grep -q 'STATE uint32_t counter' "$lost.c"
check "emit --claims" "${emit[@]}" "$lost.c" examples/lost_update_mutex.c --rounds 3 --claims
check "a wide counter, claims" grep -q 'STATE uint32_t counter' "$lost.c"
check "gcc, claims" gcc "${strict[@]}" "$lost.c" "$work/explore.o" -o "$lost"
ends "claims that hold" 0 "$lost"
sed -i 's/CLAIM(read_counter <= 2u/CLAIM(read_counter <= 1u/' "$lost.c"
check "gcc, a wrong claim" gcc "${strict[@]}" "$lost.c" "$work/explore.o" -o "$lost"
ends "a wrong claim" 10 "$lost"
cp "$work/out" "$work/claim"
check "its words" grep -q 'claim about ranges: read_counter <= 1u (examples/' "$work/claim"
ends "claims of a variant" 2 "${emit[@]/sequential/variant}" "$lost.c" examples/lost_update.c \
  --claims

ends "a weak memory model" 2 "${emit[@]}" "$lost.c" examples/lost_update.c --memory-model tso
ends "nothing to look for" 2 "${emit[@]}" "$lost.c" examples/two_mutexes.c --property race

echo "$passed passed, $failed failed"
[ $failed = 0 ]
