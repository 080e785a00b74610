/* The relay, asked by a pool, with this test in the place of the post; and a nursery, with this test in
 * the place of the relay. What the two say to each other is what relay.h says. */
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
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/sha256.h"
#include "swarm/nursery.h"
#include "swarm/pool.h"
#include "swarm/relay.h"

/* A process that a busy machine keeps waiting does not take that long. */
static const double hanging = 600;

static void
digest_of(const char *text, char digest[SHA256_HEX])
{
  struct sha256 sha;
  sha256_begin(&sha);
  sha256_add(&sha, text, strlen(text));
  sha256_end(&sha, digest);
}

/* The next line that comes; NULL if the other side is gone. */
static const char *
next_line(struct wire *wire)
{
  const char *line = wire_next(wire);
  while (!line && !wire->closed) {
    wire_wait(wire, hanging);
    wire_take(wire);
    line = wire_next(wire);
  }
  return line;
}

static void
expect_line(struct wire *wire, const char *line)
{
  const char *got = next_line(wire);
  assert_non_null(got);
  assert_string_equal(got, line);
}

/* ---- works ---- */

static void
print_text(struct str *out, const void *context)
{
  str_add(out, context);
}

static void *
parse_text(const char *text)
{
  return mem_strdup(text);
}

static void
free_text(void *context)
{
  vec_drop(context);
}

/* Says what all jobs have in common and its own, then whatever it hears. */
static void
echo(void *context, const char *job, struct pool_line *line)
{
  struct str text = {0};
  str_printf(&text, "%zu %s", strlen(context), job);
  pool_say(line, str_text(&text));
  while (pool_hear(line, &text) && strcmp(str_text(&text), "end") != 0) {
    if (!strcmp(str_text(&text), "divide"))
      pool_divide(line, "here");
    else
      pool_say(line, str_text(&text));
  }
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

static const struct work work_echo = {
  .name = "echo", .run = echo, .print = print_text, .parse = parse_text, .free = free_text};
static const struct work work_crash = {
  .name = "crash", .run = crash, .print = print_text, .parse = parse_text, .free = free_text};

/* ---- the relay ---- */

struct relayed {
  struct relay *relay;
  struct pool *pool;
  struct wire post;
};

static struct relayed
begin(unsigned ranks)
{
  int ends[2];
  assert_true(wire_pair(ends));
  struct relayed all = {.post = {.socket = ends[1]}};
  all.relay = relay_new(&(struct wire){.socket = ends[0]}, ranks);
  all.pool = pool_new(relay_transport(all.relay));
  return all;
}

static void
end(struct relayed *all)
{
  pool_free(all->pool);
  relay_free(all->relay);
  wire_free(&all->post);
}

static struct pool_event
next_event(struct relayed *all)
{
  struct pool_event event = {0};
  double start = clock_now();
  while (event.kind == POOL_NOTHING && clock_now() - start < hanging)
    pool_wait(all->pool, 0.1, &event);
  return event;
}

/* All that has arrived is looked at, and nothing comes of it. */
static void
expect_nothing(struct relayed *all)
{
  struct pool_event event;
  pool_wait(all->pool, 0, &event);
  assert_int_equal(event.kind, POOL_NOTHING);
}

/* Starts a worker; on which rank, as the line to the post says. */
static unsigned
start_on(struct relayed *all, char *context, const char *job, unsigned rank)
{
  struct str line = {0};
  struct pool_limits limits = {.bytes = 5000};
  char digest[SHA256_HEX];
  digest_of(context, digest);
  unsigned id = pool_start(all->pool, &work_echo, context, job, &limits);
  assert_true(id);
  str_printf(&line, "%u start %u 5000 %s echo %s", rank, id, digest, job);
  expect_line(&all->post, str_text(&line));
  str_free(&line);
  return id;
}

static char first_context[] = "two\nlines, a \\", second_context[] = "another";

/* Jobs go where the fewest workers are, and what all of them have in common goes to all once. */
static void
test_jobs(void **state)
{
  (void)state;
  struct relayed all = begin(2);
  struct traffic traffic;
  char digest[SHA256_HEX];
  struct str line = {0};
  digest_of(first_context, digest);
  pool_start(all.pool, &work_echo, first_context, "one", NULL);
  expect_line(&all.post, "0 context two\\nlines, a \\\\");
  str_printf(&line, "1 start 1 0 %s echo one", digest);
  expect_line(&all.post, str_text(&line));
  start_on(&all, first_context, "two words", 2);
  start_on(&all, first_context, "three", 1);
  pool_kill(all.pool, 2);
  expect_line(&all.post, "2 stop 2");
  start_on(&all, first_context, "four", 2);
  assert_true(pool_tell(all.pool, 3, "go on"));
  expect_line(&all.post, "1 say 3 go on");
  const struct transport *transport = relay_transport(all.relay);
  assert_true(transport->traffic(transport, 0, &traffic));
  assert_int_equal(traffic.to_lines, 1);
  assert_int_equal(traffic.to_bytes, strlen("context two\\nlines, a \\\\"));
  assert_true(transport->traffic(transport, 1, &traffic));
  assert_int_equal(traffic.jobs, 2);
  assert_int_equal(traffic.to_lines, 3);
  assert_int_equal(traffic.from_lines, 0);
  assert_false(transport->traffic(transport, 3, &traffic));
  str_free(&line);
  end(&all);
}

static void
test_another_context(void **state)
{
  (void)state;
  struct relayed all = begin(1);
  char digest[SHA256_HEX];
  struct str line = {0};
  pool_start(all.pool, &work_echo, first_context, "one", NULL);
  assert_non_null(next_line(&all.post));
  assert_non_null(next_line(&all.post));
  pool_start(all.pool, &work_echo, second_context, "two", NULL);
  expect_line(&all.post, "0 context another");
  digest_of(second_context, digest);
  str_printf(&line, "1 start 2 0 %s echo two", digest);
  expect_line(&all.post, str_text(&line));
  str_free(&line);
  end(&all);
}

static void
test_events(void **state)
{
  (void)state;
  struct relayed all = begin(2);
  pool_start(all.pool, &work_echo, first_context, "one", NULL);
  pool_start(all.pool, &work_echo, first_context, "two", NULL);
  wire_say(&all.post, "2 says 2 hello, you");
  wire_say(&all.post, "2 divided 2 1 0 63");
  wire_say(&all.post, "2 ended 2 1.500000 700");
  struct pool_event event = next_event(&all);
  assert_int_equal(event.kind, POOL_MESSAGE);
  assert_int_equal(event.id, 2);
  assert_string_equal(event.text, "hello, you");
  event = next_event(&all);
  assert_int_equal(event.kind, POOL_DIVIDED);
  assert_int_equal(event.child, 0);
  assert_string_equal(event.text, "1 0 63");
  event = next_event(&all);
  assert_int_equal(event.kind, POOL_ENDED);
  assert_true(event.cpu_seconds == 1.5);
  assert_int_equal(event.bytes, 700);
  wire_say(&all.post, "1 died 1 9 0.250000 0");
  event = next_event(&all);
  assert_int_equal(event.kind, POOL_DIED);
  assert_int_equal(event.signal, 9);
  assert_int_equal(pool_count(all.pool), 0);
  end(&all);
}

/* Whoever has been stopped may have said something before it heard of that. */
static void
test_stopped(void **state)
{
  (void)state;
  struct relayed all = begin(1);
  unsigned first = pool_start(all.pool, &work_echo, first_context, "one", NULL);
  pool_kill(all.pool, first);
  unsigned second = pool_start(all.pool, &work_echo, first_context, "two", NULL);
  wire_say(&all.post, "1 says 1 refuted");
  wire_say(&all.post, "1 died 1 9 0 0");
  expect_nothing(&all);
  wire_say(&all.post, "1 says 2 refuted");
  struct pool_event event = next_event(&all);
  assert_int_equal(event.id, second);
  end(&all);
}

/* What has been said before the end counts; workers of others are not touched. */
static void
test_gone(void **state)
{
  (void)state;
  struct relayed all = begin(2);
  pool_start(all.pool, &work_echo, first_context, "one", NULL);
  pool_start(all.pool, &work_echo, first_context, "two", NULL);
  for (int i = 0; i < 3; i++)
    assert_non_null(next_line(&all.post));
  wire_say(&all.post, "1 says 1 last words");
  wire_say(&all.post, "1 gone");
  struct pool_event event = next_event(&all);
  assert_int_equal(event.kind, POOL_MESSAGE);
  event = next_event(&all);
  assert_int_equal(event.kind, POOL_DIED);
  assert_int_equal(event.id, 1);
  assert_int_equal(pool_count(all.pool), 1);
  start_on(&all, first_context, "three", 2);
  wire_free(&all.post);
  assert_int_equal(next_event(&all).kind, POOL_DIED);
  assert_int_equal(next_event(&all).kind, POOL_DIED);
  assert_int_equal(pool_start(all.pool, &work_echo, first_context, "four", NULL), 0);
  pool_free(all.pool);
  relay_free(all.relay);
}

/* ---- the nursery ---- */

struct nursed {
  struct wire wire;
  pid_t process;
};

static struct nursed
begin_nursery(void)
{
  static const struct work *const works[] = {&work_echo, &work_crash};
  int ends[2];
  assert_true(wire_pair(ends));
  pid_t process = fork();
  assert_true(process >= 0);
  if (!process) {
    close(ends[0]);
    nursery_serve(&(struct wire){.socket = ends[1]}, works, 2);
    _exit(0);
  }
  close(ends[1]);
  return (struct nursed){{.socket = ends[0]}, process};
}

/* It ends when nobody talks to it any more, whatever its workers do. */
static void
end_nursery(struct nursed *nursery)
{
  int status;
  wire_free(&nursery->wire);
  assert_int_equal(waitpid(nursery->process, &status, 0), nursery->process);
  assert_true(WIFEXITED(status) && !WEXITSTATUS(status));
}

static void
say_start(struct nursed *nursery, unsigned id, const char *context, const char *job)
{
  struct str line = {0};
  char digest[SHA256_HEX];
  digest_of(context, digest);
  str_printf(&line, "start %u 0 %s %s", id, digest, job);
  wire_say(&nursery->wire, str_text(&line));
  str_free(&line);
}

static void
expect_beginning(struct nursed *nursery, const char *beginning)
{
  const char *line = next_line(&nursery->wire);
  assert_non_null(line);
  assert_true(strlen(line) >= strlen(beginning));
  assert_memory_equal(line, beginning, strlen(beginning));
}

static void
test_nursery(void **state)
{
  (void)state;
  struct nursed nursery = begin_nursery();
  wire_say(&nursery.wire, "context two\\nlines, a \\\\");
  say_start(&nursery, 7, first_context, "echo hello, you");
  expect_line(&nursery.wire, "says 7 14 hello, you");
  wire_say(&nursery.wire, "say 7 again");
  expect_line(&nursery.wire, "says 7 again");
  wire_say(&nursery.wire, "say 7 divide");
  expect_line(&nursery.wire, "divided 7 here");
  say_start(&nursery, 8, first_context, "echo beside it");
  expect_line(&nursery.wire, "says 8 14 beside it");
  wire_say(&nursery.wire, "stop 8");
  wire_say(&nursery.wire, "say 8 nobody hears that");
  wire_say(&nursery.wire, "say 7 end");
  expect_beginning(&nursery, "ended 7 ");
  say_start(&nursery, 9, first_context, "crash now");
  expect_beginning(&nursery, "died 9 6 ");
  say_start(&nursery, 10, first_context, "echo still at work");
  expect_line(&nursery.wire, "says 10 14 still at work");
  end_nursery(&nursery);
}

/* It does nothing about a program that is not the one it has. */
static void
test_wrong_context(void **state)
{
  (void)state;
  struct nursed nursery = begin_nursery();
  say_start(&nursery, 1, first_context, "echo too early");
  expect_beginning(&nursery, "died 1 0 ");
  wire_say(&nursery.wire, "context another");
  say_start(&nursery, 2, first_context, "echo of another program");
  expect_beginning(&nursery, "died 2 0 ");
  say_start(&nursery, 3, second_context, "sing a song");
  expect_beginning(&nursery, "died 3 0 ");
  say_start(&nursery, 4, second_context, "echo fine");
  expect_line(&nursery.wire, "says 4 7 fine");
  wire_say(&nursery.wire, "start 5");
  expect_beginning(&nursery, "died 5 0 ");
  end_nursery(&nursery);
}

/* Longer than what a socket holds, in both directions. */
static void
test_long_lines(void **state)
{
  (void)state;
  enum { LENGTH = 3000000 };
  struct nursed nursery = begin_nursery();
  struct str line = {0}, text = {0};
  char *context = mem_alloc(LENGTH + 1);
  memset(context, 'x', LENGTH);
  str_printf(&line, "context %s", context);
  wire_say(&nursery.wire, str_text(&line));
  say_start(&nursery, 1, context, "echo short");
  expect_line(&nursery.wire, "says 1 3000000 short");
  str_printf(&text, "say 1 %s", context);
  wire_say(&nursery.wire, str_text(&text));
  text.n = 0;
  str_printf(&text, "says 1 %s", context);
  expect_line(&nursery.wire, str_text(&text));
  str_free(&line);
  str_free(&text);
  vec_drop(context);
  end_nursery(&nursery);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_jobs),          cmocka_unit_test(test_another_context),
    cmocka_unit_test(test_events),        cmocka_unit_test(test_stopped),
    cmocka_unit_test(test_gone),          cmocka_unit_test(test_nursery),
    cmocka_unit_test(test_wrong_context), cmocka_unit_test(test_long_lines),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
