#!/usr/bin/env bash
# heddle study: what it counts, what it writes, that it goes on where it was left, and how it ends.
#
#   study.sh PROGRAM
set -u
cd "$(dirname "$0")/.." || exit 1
# shellcheck source=test/tools/limits.sh
. test/tools/limits.sh
heddle=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

fail() { # TEXT
  echo "study.sh: $1" >&2
  failed=1
}
study() { # EXIT-CODE FOLDER ARG...: heddle study ARG... -o FOLDER ends so
  local want=$1 folder=$2 code
  shift 2
  limited 120 "$heddle" study "$@" -o "$work/$folder" >"$work/out" 2>"$work/err"
  code=$?
  [ $code = "$want" ] || fail "study $*: exit code $code instead of $want: $(cat "$work/err")"
}
row() { # FOLDER NAME: of figure 5, the first five columns
  sed -n "s/^| *$2 *|/$2 |/p" "$work/$1/study.md" | head -n 1 | tr -s ' ' | cut -d'|' -f 1-5
}
expect_row() { # FOLDER NAME TRIED BUGS TIMEOUTS DIED
  [ "$(row "$1" "$2")" = "$2 | $3 | $4 | $5 | $6 " ] ||
    fail "figure 5 of $1 has '$(row "$1" "$2")' instead of '$2 | $3 | $4 | $5 | $6 '"
}
without_cost() { # FOLDER: the rows without seconds and bytes
  cut -d, -f 1-5,8- "$work/$1/instances.csv"
}

# A thread begins at its first label, and may be interrupted at the three others. The bug needs one of
# the two to be interrupted at the last. With one label in a tile, and one tile of each thread, that is
# 9 - 2 * 2 instances of 9.
cat >"$work/two.c" <<'C'
#include <assert.h>
#include <pthread.h>
static int noise, counter;
static void *
increment(void *argument)
{
  noise++;
  counter++;
  return argument;
}
int
main(void)
{
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, increment, 0);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  assert(counter == 2);
  return noise;
}
C
bounds="$work/two.c --rounds 3 --tiles 1 --whole 2 --fixed 8 --timeout 10"
# shellcheck disable=SC2086
{
  study 0 two $bounds --tile-sizes 1,3 --jobs 2
  cmp -s "$work/out" "$work/two/study.md" || fail "study.md is not what was printed"
  study 0 one $bounds --tile-sizes 1,3 --jobs 1
}
expect_row two "tile size 1" 9 "5 = 55.56 %" 0 0
expect_row two "tile size 3" 1 "1 = 100.00 %" 0 0
expect_row two "all schedules" 2 "2 = 100.00 %" 0 0
[ "$(wc -l <"$work/two/figure6.csv")" = 4001 ] || fail "figure6.csv has not 2 x 2000 rows"
grep -q '^1,2,0.802469,' "$work/two/figure6.csv" || fail "two of 9 draws: not 1 - (4/9)^2"
grep -q '^tiles,1,9,5,0,0,' "$work/two/figure5.csv" || fail "figure5.csv: not 5 of 9"
[ "$(grep -c '<polyline' "$work/two/figure6.svg")" = 2 ] || fail "figure6.svg has not two lines"
tail -n 1 "$work/two/figure6.svg" | grep -q '</svg>' || fail "figure6.svg has no end"
[ "$(without_cost two)" = "$(without_cost one)" ] || fail "one job and two differ"

# What is known is kept (seconds that nobody would measure), a row that was cut off is not; more
# instances than before are no other study.
cp -r "$work/two" "$work/again"
head -n 12 "$work/two/instances.csv" | sed '4s/,[0-9.]*,\([0-9]*\),\([^,]*\)$/,7777.000000,\1,\2/' \
  >"$work/again/instances.csv"
printf '%s' "$(sed -n '13s/,[^,]*$//p' "$work/two/instances.csv")" >>"$work/again/instances.csv"
# shellcheck disable=SC2086
study 0 again $bounds --tile-sizes 1,3
[ "$(without_cost two)" = "$(without_cost again)" ] || fail "a study that goes on differs"
[ "$(grep -c 7777.000000 "$work/again/instances.csv")" = 1 ] || fail "done again what was known"
# shellcheck disable=SC2086
study 0 again $bounds --tile-sizes 1
[ "$(wc -l <"$work/again/instances.csv")" = "$(wc -l <"$work/two/instances.csv")" ] ||
  fail "rows were lost that were not asked for"
# shellcheck disable=SC2086
study 0 two $bounds --tile-sizes 1 --cores 1,9
cmp -s "$work/out" "$work/two/study.md" || fail "study.md is not what was printed, with --cores"
grep -qE '^\| 1 +\| +9 \| +9 \|' "$work/out" || fail "9 instances on 9 cores"
[ "$(cut -d, -f 1-3 "$work/two/cores.csv" | tail -n 2 | tr '\n' ' ')" = "1,9,1 1,9,9 " ] ||
  fail "cores.csv has not two rows"
! grep -q '^Measured' "$work/out" || fail "what was not run was measured"
# shellcheck disable=SC2086
study 1 two $bounds --tile-sizes 1 --cores 10,many
# shellcheck disable=SC2086
study 2 again $bounds --tile-sizes 1 --unwind 3 --property race
grep -q "is of another program" "$work/err" || fail "did not notice another program"

# Hard instances: time is over, a process is killed, Ctrl-C.
hard="examples/safestack.c --rounds 4 --unwind 3 --whole 0 --fixed 0 --tile-sizes 20 --tiles 6"
# shellcheck disable=SC2086
study 0 late $hard --instances 2 --timeout 100ms
expect_row late "tile size 20" 2 "0 = 0.00 %" 2 0
grep -q "no instance found a bug" "$work/late/figure6.svg" || fail "figure6.svg shows nothing"
# shellcheck disable=SC2086
"$heddle" study $hard --instances 50 --jobs 1 -o "$work/cut" >"$work/out" 2>"$work/err" &
process=$!
children() { # fails if there are none
  grep -lsx "PPid:.$process" /proc/[0-9]*/status | sed 's,/proc/\([0-9]*\)/.*,\1,' | grep .
}
wait_for() { # COMMAND...
  patiently "$@" >/dev/null || fail "waited in vain for: $*"
}
wait_for test -e "$work/cut/instances.csv"
wait_for children
kill -KILL "$(children | head -n 1)"
wait_for grep -q ',died,' "$work/cut/instances.csv"
wait_for children
kill -INT $process
wait $process
[ $? = 5 ] || fail "Ctrl-C: not exit code 5"
expect_row cut "tile size 20" 1 "0 = 0.00 %" 0 1
exit $failed
