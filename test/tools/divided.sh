# Sourced by the tests of many processes: what is expected of a run, journals, and programs that are
# hard enough to be divided. The caller has set $heddle, $work and $seed, and defines over (the run has
# ended) if it calls more.
# shellcheck shell=bash
# shellcheck disable=SC2154,SC2034 # variables of the caller

failed=0 checks=0 journal="" code=0

fail() { # TEXT
  echo "FAIL $1 (SWARM_SEED=$seed)"
  head -n 5 "$work/out" | sed 's/^/     | /'
  [ -z "$journal" ] || tail -n 30 "$journal" 2>/dev/null | cut -d' ' -f 2- | sed 's/^/     > /'
  failed=1
}

check() { # WHAT COMMAND...: the command holds
  checks=$((checks + 1))
  "${@:2}" || fail "$1"
}

judge() { # CODE TEXT WHAT: the run ended with $code, and its output matches the pattern
  checks=$((checks + 1))
  [ "$code" = "$1" ] && grep -qE -e "$2" "$work/out" && return
  fail "exit code $code, expected $1 and '$2': $3"
}

now() { # in ms
  local t=${EPOCHREALTIME/./}
  echo $((t / 1000))
}

a_while() { # MS: up to that
  sleep "$(printf '0.%03d' $((RANDOM % $1)))"
}

lines() { # PATTERN: how many the journal has
  sed -nE "/$1/p" "$journal" 2>/dev/null | wc -l
}

more() { # PATTERN N: there are more than N lines like that, or the run is over
  [ "$(lines "$1")" -gt "$2" ] || over
}

# ---- journals ----

# The parts of a divided problem: whatever is divided or refuted was there and open. With `all`,
# none is left open.
tree() { # [all]
  awk -F'[ ]' -v all="${1:-}" '
    function complain(text) { print "     # line " NR ": " text; bad = 1; exit 1 }
    NR == 1 { state[""] = "open"; next }
    $1 != key && key { complain("another key") }
    { key = $1 }
    $2 == "divide" || $2 == "none" {
      if (state[$3] != "open")
        complain("\"" $3 "\" is " (state[$3] ? state[$3] : "unknown"))
      state[$3] = $2
    }
    $2 == "divide" {
      half = $3 ($5 == "" ? $4 : $4 "." $5 "." $6) # by one order it is one word
      state[half "+"] = state[half "-"] = "open"
    }
    END {
      if (bad) exit 1
      for (path in state)
        if (all && state[path] == "open") { print "     # open: \"" path "\""; exit 1 }
    }' "$journal"
}

instance_lines() {
  sed -n 's/^[^ ]* none \[\(.*\)\] $/\1/p' "$journal" | sort
}

new_journal() { # NAME
  journal=$work/$1.journal
}

grows() { # what was known before is still there, up to a line that was torn
  [ "$(wc -l <"$work/before")" -le "$(wc -l <"$journal")" ] &&
    cmp -s <(head -n "$(wc -l <"$work/before")" "$work/before") \
      <(head -n "$(wc -l <"$work/before")" "$journal")
}

tear() { # as if the run had been killed while it wrote the last line
  [ "$(wc -l <"$journal")" -lt 2 ] || truncate -s -$((1 + RANDOM % 9)) "$journal"
}

# ---- programs ----

cat >"$work/mix.c" <<'C'
#include <assert.h>
#include <pthread.h>
static unsigned short x, y;
static void *
mix(void *argument)
{
  for (int i = 0; i < 3; i++) {
    x = x + y;
    y = y ^ x;
  }
  return argument;
}
int
main(void)
{
  pthread_t threads[3];
  x = 1;
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], 0, mix, 0);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], 0);
  assert(x != 20001);
}
C
cat >"$work/turns.c" <<'C'
#include <assert.h>
#include <pthread.h>
static unsigned short x = 1, y, z;
static void *
one(void *argument)
{
  for (int i = 0; i < 2; i++) {
    x = 5 * x + y;
    y = 3 * y + z;
  }
  return argument;
}
static void *
two(void *argument)
{
  for (int i = 0; i < 2; i++) {
    y = 5 * y + z;
    z = 3 * z + x;
  }
  return argument;
}
static void *
three(void *argument)
{
  for (int i = 0; i < 2; i++) {
    z = 5 * z + x;
    y = 3 * y + x;
  }
  return argument;
}
int
main(void)
{
  pthread_t a, b, c;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_create(&c, 0, three, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  assert(x != GOAL);
}
C
cat >"$work/count.c" <<'C'
#include <assert.h>
#include <pthread.h>
static int counter, late;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *
increment(void *argument)
{
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&mutex);
    counter++;
    pthread_mutex_unlock(&mutex);
  }
  late++;
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
  assert(COUNTER == GOAL);
}
C
prog() { # NAME FILE UNWIND CLANG-FLAG...
  limited 60 "$heddle" dump "$2" --unwind "$3" -- "${@:4}" >"$work/$1.prog" 2>"$work/out" ||
    fail "no program from $2"
}
programs() {
  prog mix "$work/mix.c" 4
  prog count "$work/count.c" 4 -DCOUNTER=counter -DGOAL=6
  prog late "$work/count.c" 4 -DCOUNTER=late -DGOAL=2
  prog stack examples/elimination_stack.c 1
  prog turns "$work/turns.c" 4 -DGOAL=20001
  prog missed "$work/turns.c" 4 -DGOAL=3770
}
