#!/usr/bin/env bash
# Checks the page of the library: doc/library.md is what scripts/library.sh prints, it has every
# function of the compiled models, and some program calls each of them.
#
#   library.sh [MODELS.bc]
#   library.sh --exceptions   functions that are called otherwise than by their names
set -u -o pipefail
shopt -s lastpipe # so that complain remembers
export LC_ALL=C
cd "$(dirname "$0")/.." || exit 1
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
failed=0

complain() { # TEXT...: what follows on stdin is wrong, if there is anything
  local lines
  lines=$(cat)
  [ -n "$lines" ] || return 0
  echo "FAIL $*"
  head -n 30 <<<"$lines" | sed 's/^/     /'
  failed=1
}

# Functions that programs do not call by their names: what matches the pattern is called by what
# the program writes instead, in the program named.
exceptions() {
  cat <<'TABLE'
^__assert_fail$                        test/prog/no_threads.c              assert
^__assert_perror_fail$                 test/prog/libc_assert_perror_wrong.c  assert_perror
^__errno_location$                     test/prog/libc_errno.c              errno
^__sysconf$                            test/prog/system_calls.c            PTHREAD_STACK_MIN
^__sched_cpu(count|alloc|free)$         test/prog/libc_names_64.c          CPU_ALLOC
^__ctype_b_loc$                        test/prog/libc_ctype.c              isalpha
^__xpg_strerror_r$                     test/prog/libc_strerror.c           strerror_r
^__isoc99_v?f?s?scanf$                 test/prog/libc_scan_names.c         scanf
^__atomic_(compare_)?exchange$         test/prog/lang_atomic_large.c       atomic_
^__atomic_(load|store)$                test/prog/lang_atomic_struct.c      _Atomic
^__atomic_[a-z_]+_[1248]$              test/prog/lang_atomic_words.c       OPERATIONS
TABLE
}

# Names in front of "(" or ")(", in the code or in a line "// run:"; other comments do not count.
called() {
  sed -e '\,^// run:,b' -e 's,//.*,,' -e 's,/\*.*\*/,,' -e '/\/\*/,/\*\//d' test/prog/*.c examples/*.c |
    grep -oE '\(?[A-Za-z_][A-Za-z_0-9]*\)?\(|=[A-Za-z_0-9]+ ' | tr -d '()= ' | sort -u
}

if [ "${1:-}" = --exceptions ]; then
  exceptions
  exit
fi

scripts/library.sh >"$tmp/page" 2>"$tmp/err"
complain "a model says nothing of how it is modelled" <"$tmp/err"
diff doc/library.md "$tmp/page" | complain "doc/library.md is old: make library"

scripts/library.sh --names | sort >"$tmp/names"
if [ $# -gt 0 ]; then
  llvm-nm-19 --defined-only "$1" | awk '$(NF - 1) == "T" && $NF !~ /^__heddle_/ { print $NF }' |
    sort | comm -23 - "$tmp/names" | complain "not on the page"
fi

exceptions >"$tmp/exceptions"
while read -r pattern program instead; do
  grep -qE "$pattern" "$tmp/names" || echo "$pattern: no such function"
  grep -qsF "$instead" "$program" || echo "$pattern: $program has no $instead"
done <"$tmp/exceptions" | complain "exceptions that are none"
called | comm -23 "$tmp/names" - | grep -vEf <(awk '{ print $1 }' "$tmp/exceptions") |
  complain "no program of test/prog or examples calls"

[ $failed = 0 ] && echo "library: $(wc -l <"$tmp/names") functions, each described and called"
exit $failed
