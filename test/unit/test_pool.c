/* Jobs say, hear, divide, die and are killed; the pool tells which; the others are not touched. */
#define _XOPEN_SOURCE 700
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/mem.h"
#include "swarm/pool.h"

static void
nap(double seconds)
{
  struct timespec time = {0, (long)(seconds * 1e9)};
  nanosleep(&time, NULL);
}

/* A process that a busy machine keeps waiting does not take that long. */
static const double hanging = 600;

/* The next event that is one. */
static struct pool_event
next(struct pool *pool)
{
  struct pool_event event = {0};
  double start = clock_now();
  while (event.kind == POOL_NOTHING && clock_now() - start < hanging)
    pool_wait(pool, 0.1, &event);
  return event;
}

/* ---- jobs ---- */

static void
echo(void *argument, struct pool_line *line)
{
  struct str text = {0};
  pool_say(line, argument);
  while (pool_hear(line, &text) && strcmp(str_text(&text), "end") != 0)
    pool_say(line, str_text(&text));
  str_free(&text);
}

static void
spin(void *argument, struct pool_line *line)
{
  (void)argument;
  pool_say(line, "spinning");
  for (;;)
    nap(0.01);
}

static void
divide(void *argument, struct pool_line *line)
{
  struct str text = {0};
  (void)argument;
  enum pool_side side = pool_divide(line, "in two");
  pool_say(line, side == POOL_OLD ? "old" : "new");
  pool_hear(line, &text);
  str_free(&text);
}

static void
crash(void *argument, struct pool_line *line)
{
  (void)argument;
  (void)line;
  signal(SIGABRT, SIG_DFL);
  raise(SIGABRT);
}

static void
eat(void *argument, struct pool_line *line)
{
  size_t bytes = *(const size_t *)argument;
  char *memory = malloc(bytes);
  if (!memory)
    _exit(6);
  memset(memory, 1, bytes);
  pool_say(line, memory[bytes / 2] ? "full" : "empty");
  free(memory);
}

/* ---- tests ---- */

static void
test_messages(void **state)
{
  (void)state;
  struct pool *pool = pool_new();
  char hello[] = "hello";
  unsigned id = pool_start(pool, echo, hello, NULL);
  struct pool_event event = next(pool);
  assert_int_equal(event.kind, POOL_MESSAGE);
  assert_int_equal(event.id, id);
  assert_string_equal(event.text, "hello");
  assert_true(pool_tell(pool, id, "again, with spaces"));
  assert_true(pool_tell(pool, id, "and once more"));
  event = next(pool);
  assert_string_equal(event.text, "again, with spaces");
  event = next(pool);
  assert_string_equal(event.text, "and once more");
  assert_int_equal(pool_count(pool), 1);
  pool_tell(pool, id, "end");
  event = next(pool);
  assert_int_equal(event.kind, POOL_ENDED);
  assert_int_equal(pool_count(pool), 0);
  assert_false(pool_tell(pool, id, "anybody there?"));
  pool_free(pool);
}

/* Longer than what a socket holds. */
static void
test_long_message(void **state)
{
  (void)state;
  enum { LENGTH = 3000000 };
  struct pool *pool = pool_new();
  char *text = mem_alloc(LENGTH + 1);
  memset(text, 'x', LENGTH);
  pool_start(pool, echo, text, NULL);
  struct pool_event event = next(pool);
  assert_int_equal(event.kind, POOL_MESSAGE);
  assert_int_equal(strlen(event.text), LENGTH);
  free(text);
  pool_free(pool);
}

static void
test_deaths(void **state)
{
  (void)state;
  struct pool *pool = pool_new();
  char hello[] = "hello";
  unsigned killed = pool_start(pool, spin, NULL, NULL);
  assert_string_equal(next(pool).text, "spinning");
  unsigned other = pool_start(pool, echo, hello, NULL);
  assert_string_equal(next(pool).text, "hello");
  kill((pid_t)pool_process(pool, killed), SIGKILL);
  struct pool_event event = next(pool);
  assert_int_equal(event.kind, POOL_DIED);
  assert_int_equal(event.id, killed);
  assert_int_equal(event.signal, SIGKILL);
  unsigned crashed = pool_start(pool, crash, NULL, NULL);
  event = next(pool);
  assert_int_equal(event.kind, POOL_DIED);
  assert_int_equal(event.id, crashed);
  assert_int_equal(event.signal, SIGABRT);
  pool_tell(pool, other, "still here");
  assert_string_equal(next(pool).text, "still here");
  pool_free(pool);
}

static void
test_limits(void **state)
{
  (void)state;
  struct pool *pool = pool_new();
  unsigned slow = pool_start(pool, spin, NULL, &(struct pool_limits){.seconds = 0.2});
  struct pool_event event = next(pool);
  if (event.kind == POOL_MESSAGE) /* it need not get that far */
    event = next(pool);
  assert_int_equal(event.kind, POOL_OVERDUE);
  assert_int_equal(event.id, slow);
  size_t much = (size_t)100 << 20;
  pool_start(pool, eat, &much, &(struct pool_limits){.bytes = (size_t)400 << 20});
  event = next(pool);
  assert_int_equal(event.kind, POOL_MESSAGE);
  event = next(pool);
  assert_int_equal(event.kind, POOL_ENDED);
  assert_in_range(event.bytes, much - (much >> 3), 2 * much);
#if !defined(__SANITIZE_ADDRESS__)
  pool_start(pool, eat, &much, &(struct pool_limits){.bytes = (size_t)20 << 20});
  event = next(pool);
  assert_int_equal(event.kind, POOL_DIED);
#endif
  pool_free(pool);
}

static void
test_division(void **state)
{
  (void)state;
  struct pool *pool = pool_new();
  unsigned maker = pool_start(pool, divide, NULL, NULL), made = 0;
  bool old = false, new = false;
  while (!made || !old || !new) {
    struct pool_event event = next(pool);
    assert_true(event.kind == POOL_DIVIDED || event.kind == POOL_MESSAGE);
    if (event.kind == POOL_DIVIDED) {
      assert_int_equal(event.id, maker);
      assert_string_equal(event.text, "in two");
      made = event.child;
    } else if (event.id == maker) {
      assert_string_equal(event.text, "old");
      old = true;
    } else {
      assert_string_equal(event.text, "new");
      new = true;
    }
  }
  /* Each ends by itself; the maker's death is not that of the other. */
  kill((pid_t)pool_process(pool, maker), SIGKILL);
  assert_int_equal(next(pool).kind, POOL_DIED);
  assert_int_equal(pool_count(pool), 1);
  assert_true(pool_tell(pool, made, "end"));
  struct pool_event event = next(pool);
  assert_int_equal(event.kind, POOL_ENDED);
  assert_int_equal(event.id, made);
  pool_free(pool);
}

/* A process with a pool that is killed takes its jobs with it, also those that divided off. */
static void
test_death_of_the_pool(void **state)
{
  (void)state;
  int ends[2];
  pid_t jobs[2];
  assert_int_equal(pipe(ends), 0);
  pid_t owner = fork();
  if (!owner) {
    struct pool *pool = pool_new();
    pool_start(pool, divide, NULL, NULL);
    struct pool_event event;
    do
      event = next(pool);
    while (event.kind != POOL_DIVIDED);
    jobs[0] = (pid_t)pool_process(pool, event.id);
    jobs[1] = (pid_t)pool_process(pool, event.child);
    if (write(ends[1], jobs, sizeof jobs) == sizeof jobs)
      nap(0.9);
    nap(0.9);
    _exit(1);
  }
  assert_int_equal(read(ends[0], jobs, sizeof jobs), sizeof jobs);
  kill(owner, SIGKILL);
  waitpid(owner, NULL, 0);
  double start = clock_now();
  while ((!kill(jobs[0], 0) || !kill(jobs[1], 0)) && clock_now() - start < hanging) {
    while (waitpid(-1, NULL, WNOHANG) > 0) /* they may have become ours */
      ;
    nap(0.01);
  }
  assert_true(clock_now() - start < hanging);
  close(ends[0]);
  close(ends[1]);
}

static void
test_killing_all(void **state)
{
  (void)state;
  struct pool *pool = pool_new();
  pid_t processes[5];
  for (int i = 0; i < 5; i++)
    processes[i] = (pid_t)pool_process(pool, pool_start(pool, spin, NULL, NULL));
  pool_free(pool);
  for (int i = 0; i < 5; i++)
    assert_int_not_equal(kill(processes[i], 0), 0);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_messages),    cmocka_unit_test(test_long_message),
    cmocka_unit_test(test_deaths),      cmocka_unit_test(test_limits),
    cmocka_unit_test(test_division),    cmocka_unit_test(test_death_of_the_pool),
    cmocka_unit_test(test_killing_all),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
