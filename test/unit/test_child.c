/* Other programs: what they print arrives, how they end is known, and they can be stopped. */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/child.h"

struct ran {
  enum child_fate fate;
  struct child_end end;
  int cause;
  struct str out;
};

static struct ran
run(const char *script, const struct child_place *place, const struct child_stop *stop)
{
  const char *const argv[] = {"sh", "-c", script, NULL};
  struct ran ran = {0};
  ran.fate = child_run(argv, place, stop, &ran.out, &ran.end, &ran.cause);
  return ran;
}

/* Much more than a pipe holds. */
static void
test_output(void **state)
{
  (void)state;
  struct ran ran =
    run("head -c 300000 /dev/zero | tr '\\0' x; echo end; exit 3", &(struct child_place){0}, NULL);
  assert_int_equal(ran.fate, CHILD_ENDED);
  assert_int_equal(ran.end.code, 3);
  assert_int_equal(ran.out.n, 300004);
  assert_string_equal(str_text(&ran.out) + 300000, "end\n");
  str_free(&ran.out);
}

static void
test_ends(void **state)
{
  (void)state;
  struct ran ran = run("kill -KILL $$", &(struct child_place){0}, NULL);
  assert_int_equal(ran.fate, CHILD_ENDED);
  assert_int_equal(ran.end.signal, SIGKILL);
  str_free(&ran.out);
  const char *const argv[] = {"/no/such/program", NULL};
  ran.fate = child_run(argv, &(struct child_place){0}, NULL, &ran.out, &ran.end, &ran.cause);
  assert_int_equal(ran.fate, CHILD_ABSENT);
  assert_int_equal(ran.cause, ENOENT);
}

static bool
after_a_while(void *argument)
{
  return ++*(unsigned *)argument > 3;
}

/* It is stopped with all that it has started; nobody waits for these. */
static void
test_stop(void **state)
{
  (void)state;
  unsigned polled = 0;
  struct child_stop stop = {after_a_while, &polled};
  struct ran ran = run("echo begun; sleep 1000 & sleep 1000", &(struct child_place){0}, &stop);
  assert_int_equal(ran.fate, CHILD_STOPPED);
  assert_int_equal(ran.end.signal, SIGKILL);
  assert_true(polled > 3);
  str_free(&ran.out);
}

/* Standard error comes to us if it should, and else goes where ours does. */
static void
test_errors(void **state)
{
  (void)state;
  char path[64], text[64] = "";
  snprintf(path, sizeof path, "/tmp/heddle-child-%ld", (long)getpid());
  int file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  int ours = dup(STDERR_FILENO);
  assert_true(file >= 0 && ours >= 0);
  struct ran ran = run("echo a; echo b >&2", &(struct child_place){.errors = true}, NULL);
  assert_string_equal(str_text(&ran.out), "a\nb\n");
  str_free(&ran.out);
  dup2(file, STDERR_FILENO);
  ran = run("echo a; echo b >&2", &(struct child_place){0}, NULL);
  dup2(ours, STDERR_FILENO);
  assert_string_equal(str_text(&ran.out), "a\n");
  str_free(&ran.out);
  assert_int_equal(pread(file, text, sizeof text - 1, 0), 2);
  assert_string_equal(text, "b\n");
  close(file);
  close(ours);
  unlink(path);
}

static void
test_place(void **state)
{
  (void)state;
  char path[64], text[64] = "", word[] = "WORD=there", paths[] = "PATH=/usr/bin:/bin";
  char *environment[] = {word, paths, NULL};
  snprintf(path, sizeof path, "/tmp/heddle-child-%ld", (long)getpid());
  int file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  assert_true(file >= 0);
  struct child_place place = {
    .out = file, .errors = true, .folder = "/", .environment = environment};
  struct ran ran = run("echo $WORD; pwd >&2", &place, NULL);
  assert_int_equal(ran.fate, CHILD_ENDED);
  assert_int_equal(ran.out.n, 0);
  assert_true(pread(file, text, sizeof text - 1, 0) > 0);
  assert_string_equal(text, "there\n/\n");
  str_free(&ran.out);
  close(file);
  unlink(path);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_output), cmocka_unit_test(test_ends),  cmocka_unit_test(test_stop),
    cmocka_unit_test(test_errors), cmocka_unit_test(test_place),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
