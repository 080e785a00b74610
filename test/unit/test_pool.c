/* Workers say, hear, divide, die and are stopped; the pool tells which; the others are not touched.
 * So do those that are told everything in lines. The scheduler gives jobs to them in order. */
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
#include "swarm/scheduler.h"

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

/* ---- work ---- */

static void
echo(void *context, const char *job, struct pool_line *line)
{
  struct str text = {0};
  (void)context;
  pool_say(line, job);
  while (pool_hear(line, &text) && strcmp(str_text(&text), "end") != 0)
    pool_say(line, str_text(&text));
  str_free(&text);
}

static void
spin(void *context, const char *job, struct pool_line *line)
{
  (void)context;
  (void)job;
  pool_say(line, "spinning");
  for (;;)
    nap(0.01);
}

static void
divide(void *context, const char *job, struct pool_line *line)
{
  struct str text = {0};
  (void)context;
  (void)job;
  enum pool_side side = pool_divide(line, "in two");
  pool_say(line, side == POOL_OLD ? "old" : "new");
  pool_hear(line, &text);
  str_free(&text);
}

static void
crash(void *context, const char *job, struct pool_line *line)
{
  (void)context;
  (void)job;
  (void)line;
  signal(SIGABRT, SIG_DFL);
  raise(SIGABRT);
}

static void
eat(void *context, const char *job, struct pool_line *line)
{
  size_t bytes = *(const size_t *)context;
  (void)job;
  char *memory = malloc(bytes);
  if (!memory)
    _exit(6);
  memset(memory, 1, bytes);
  pool_say(line, memory[bytes / 2] ? "full" : "empty");
  free(memory);
}

static const struct work work_echo = {.name = "echo", .run = echo},
                         work_spin = {.name = "spin", .run = spin},
                         work_divide = {.name = "divide", .run = divide},
                         work_crash = {.name = "crash", .run = crash},
                         work_eat = {.name = "eat", .run = eat};

/* ---- tests ---- */

static void
test_messages(void **state)
{
  (void)state;
  struct pool *pool = pool_new(NULL);
  unsigned id = pool_start(pool, &work_echo, NULL, "hello", NULL);
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
  struct pool *pool = pool_new(NULL);
  char *text = mem_alloc(LENGTH + 1);
  memset(text, 'x', LENGTH);
  pool_start(pool, &work_echo, NULL, text, NULL);
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
  struct pool *pool = pool_new(NULL);
  unsigned killed = pool_start(pool, &work_spin, NULL, "", NULL);
  assert_string_equal(next(pool).text, "spinning");
  unsigned other = pool_start(pool, &work_echo, NULL, "hello", NULL);
  assert_string_equal(next(pool).text, "hello");
  kill((pid_t)pool_process(pool, killed), SIGKILL);
  struct pool_event event = next(pool);
  assert_int_equal(event.kind, POOL_DIED);
  assert_int_equal(event.id, killed);
  assert_int_equal(event.signal, SIGKILL);
  unsigned crashed = pool_start(pool, &work_crash, NULL, "", NULL);
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
  struct pool *pool = pool_new(NULL);
  unsigned slow = pool_start(pool, &work_spin, NULL, "", &(struct pool_limits){.seconds = 0.2});
  struct pool_event event = next(pool);
  if (event.kind == POOL_MESSAGE) /* it need not get that far */
    event = next(pool);
  assert_int_equal(event.kind, POOL_OVERDUE);
  assert_int_equal(event.id, slow);
  size_t much = (size_t)100 << 20;
  pool_start(pool, &work_eat, &much, "", &(struct pool_limits){.bytes = (size_t)400 << 20});
  event = next(pool);
  assert_int_equal(event.kind, POOL_MESSAGE);
  event = next(pool);
  assert_int_equal(event.kind, POOL_ENDED);
  assert_in_range(event.bytes, much - (much >> 3), 2 * much);
#if !defined(__SANITIZE_ADDRESS__)
  pool_start(pool, &work_eat, &much, "", &(struct pool_limits){.bytes = (size_t)20 << 20});
  event = next(pool);
  assert_int_equal(event.kind, POOL_DIED);
#endif
  pool_free(pool);
}

static void
test_division(void **state)
{
  (void)state;
  struct pool *pool = pool_new(NULL);
  unsigned parent = pool_start(pool, &work_divide, NULL, "", NULL), child = 0;
  bool old = false, new = false;
  while (!child || !old || !new) {
    struct pool_event event = next(pool);
    assert_true(event.kind == POOL_DIVIDED || event.kind == POOL_MESSAGE);
    if (event.kind == POOL_DIVIDED) {
      assert_int_equal(event.id, parent);
      assert_string_equal(event.text, "in two");
      child = event.child;
    } else if (event.id == parent) {
      assert_string_equal(event.text, "old");
      old = true;
    } else {
      assert_string_equal(event.text, "new");
      new = true;
    }
  }
  /* Each ends by itself; the parent's death is not that of the other. */
  kill((pid_t)pool_process(pool, parent), SIGKILL);
  assert_int_equal(next(pool).kind, POOL_DIED);
  assert_int_equal(pool_count(pool), 1);
  assert_true(pool_tell(pool, child, "end"));
  struct pool_event event = next(pool);
  assert_int_equal(event.kind, POOL_ENDED);
  assert_int_equal(event.id, child);
  pool_free(pool);
}

/* A process with a pool that is killed takes its workers with it, also those that divided off. */
static void
test_death_of_the_pool(void **state)
{
  (void)state;
  int ends[2];
  pid_t workers[2];
  assert_int_equal(pipe(ends), 0);
  pid_t owner = fork();
  if (!owner) {
    struct pool *pool = pool_new(NULL);
    pool_start(pool, &work_divide, NULL, "", NULL);
    struct pool_event event;
    do
      event = next(pool);
    while (event.kind != POOL_DIVIDED);
    workers[0] = (pid_t)pool_process(pool, event.id);
    workers[1] = (pid_t)pool_process(pool, event.child);
    if (write(ends[1], workers, sizeof workers) == sizeof workers)
      nap(0.9);
    nap(0.9);
    _exit(1);
  }
  assert_int_equal(read(ends[0], workers, sizeof workers), sizeof workers);
  kill(owner, SIGKILL);
  waitpid(owner, NULL, 0);
  double start = clock_now();
  while ((!kill(workers[0], 0) || !kill(workers[1], 0)) && clock_now() - start < hanging) {
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
  struct pool *pool = pool_new(NULL);
  pid_t processes[5];
  for (int i = 0; i < 5; i++)
    processes[i] = (pid_t)pool_process(pool, pool_start(pool, &work_spin, NULL, "", NULL));
  pool_free(pool);
  for (int i = 0; i < 5; i++)
    assert_int_not_equal(kill(processes[i], 0), 0);
}

/* ---- workers that are told everything ---- */

static void
print_text(struct str *out, const void *context)
{
  str_add(out, context);
}

static void *
parse_text(const char *text)
{
  char *copy = mem_alloc(strlen(text) + 1);
  memcpy(copy, text, strlen(text) + 1);
  return *text ? copy : vec_drop(copy); /* an empty text is none */
}

static void
free_text(void *context)
{
  free(context);
}

/* Says how long the context is, and divides. */
static void
measure(void *context, const char *job, struct pool_line *line)
{
  struct str text = {0};
  str_printf(&text, "%zu %s %s", strlen(context), strrchr(context, '\n') + 1, job);
  pool_say(line, str_text(&text));
  pool_say(line, pool_divide(line, "here") == POOL_OLD ? "old" : "new");
  str_free(&text);
}

static const struct work work_measure = {
  .name = "measure", .run = measure, .print = print_text, .parse = parse_text, .free = free_text};

static void
test_told(void **state)
{
  (void)state;
  struct pool *pool = pool_new(&transport_told);
  char context[] = "two\nlines, a \\ and a \\n\nlast", nothing[] = "";
  assert_int_equal(pool_start(pool, &work_echo, NULL, "for copies only", NULL), 0);
  unsigned id = pool_start(pool, &work_measure, context, "a \\ job", NULL);
  struct pool_event event = next(pool);
  assert_int_equal(event.kind, POOL_MESSAGE);
  assert_string_equal(event.text, "28 last a \\ job");
  event = next(pool);
  assert_int_equal(event.kind, POOL_DIVIDED);
  assert_int_equal(event.id, id);
  assert_int_equal(event.child, 0);
  assert_string_equal(event.text, "here");
  assert_string_equal(next(pool).text, "old");
  assert_int_equal(next(pool).kind, POOL_ENDED);
  assert_int_equal(pool_count(pool), 0);
  /* one that does not understand what it is told has not done its work */
  pool_start(pool, &work_measure, nothing, "", NULL);
  assert_int_equal(next(pool).kind, POOL_DIED);
  pool_free(pool);
}

/* ---- the scheduler ---- */

struct list {
  unsigned jobs, given, stop_at;
  VEC(unsigned) done; /* 2 * number + has an answer */
  const struct scheduler *scheduler;
  unsigned most_running, tries;
};

/* Answers, unless its job is divisible by 5; then it dies. */
static void
answer_some(void *context, const char *job, struct pool_line *line)
{
  if (strtoul(job, NULL, 10) % 5 == 0)
    crash(context, job, line);
  pool_say(line, job);
}

static bool
give_next(void *argument, struct job *job)
{
  struct list *list = argument;
  job->number = ++list->given;
  str_printf(&job->text, "%zu", job->number);
  str_printf(&job->name, "job %zu", job->number);
  return list->given <= list->jobs;
}

static void
take_done(void *argument, const struct job *job)
{
  struct list *list = argument;
  struct str name = {0};
  str_printf(&name, "job %zu", job->number);
  assert_string_equal(str_text(&name), str_text(&job->name));
  assert_false(job->refused);
  assert_int_equal(job->worker, 0);
  assert_int_equal(job->end.kind, job->answer.n ? POOL_ENDED : POOL_DIED);
  assert_string_equal(str_text(&job->answer), job->answer.n ? str_text(&job->text) : "");
  vec_push(&list->done, 2 * (unsigned)job->number + (job->answer.n > 0));
  list->tries += job->tries;
  str_free(&name);
}

static bool
look_on(void *argument)
{
  struct list *list = argument;
  if (list->scheduler->running > list->most_running)
    list->most_running = list->scheduler->running;
  return list->stop_at && list->done.n >= list->stop_at;
}

static const struct work work_some = {.name = "some", .run = answer_some};

static bool
schedule_list(struct list *list, unsigned places, unsigned tries)
{
  struct scheduler scheduler = {.work = &work_some,
                                .places = places,
                                .tries = tries,
                                .next = give_next,
                                .done = take_done,
                                .stop = look_on,
                                .argument = list};
  list->scheduler = &scheduler;
  bool all = scheduler_run(&scheduler);
  scheduler_free(&scheduler);
  list->scheduler = NULL;
  return all;
}

/* Each job is done once, whatever became of its worker, and in their order if there is one
 * place. */
static void
test_scheduler(void **state)
{
  (void)state;
  for (unsigned places = 1; places <= 4; places += 3) {
    struct list list = {.jobs = 20};
    unsigned seen = 0;
    assert_true(schedule_list(&list, places, 2));
    assert_int_equal(list.done.n, 20);
    assert_int_equal(list.tries, 20 + 4);
    assert_true(list.most_running >= 1 && list.most_running <= places);
    for (unsigned i = 0; i < list.done.n; i++) {
      unsigned number = list.done.at[i] / 2;
      assert_int_equal(list.done.at[i] % 2, number % 5 != 0);
      assert_true(places > 1 || number == i + 1);
      assert_false(seen >> number & 1);
      seen |= 1U << number;
    }
    vec_free(&list.done);
  }
}

static void
test_scheduler_stops(void **state)
{
  (void)state;
  struct list list = {.jobs = 20, .stop_at = 3};
  assert_false(schedule_list(&list, 2, 1));
  assert_int_equal(list.done.n, 3);
  assert_true(list.given <= 6);
  vec_free(&list.done);
  list = (struct list){.jobs = 0};
  assert_true(schedule_list(&list, 2, 1));
  assert_int_equal(list.done.n, 0);
  vec_free(&list.done);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_messages),    cmocka_unit_test(test_long_message),
    cmocka_unit_test(test_deaths),      cmocka_unit_test(test_limits),
    cmocka_unit_test(test_division),    cmocka_unit_test(test_death_of_the_pool),
    cmocka_unit_test(test_killing_all), cmocka_unit_test(test_told),
    cmocka_unit_test(test_scheduler),   cmocka_unit_test(test_scheduler_stops),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
