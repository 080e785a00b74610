/* A broken invariant says where and what, in every build, and ends the process by SIGABRT: what a
 * watcher calls an internal error. */
#define _XOPEN_SOURCE 700
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/invariant.h"

/* What a process says on stderr that finds `number` to be 1 or not; returns how it ended. */
static int
say(int number, char *text, size_t size)
{
  int ends[2], status;
  size_t n = 0;
  ssize_t got;
  assert_int_equal(pipe(ends), 0);
  pid_t process = fork();
  if (!process) {
    signal(SIGABRT, SIG_DFL);
    dup2(ends[1], STDERR_FILENO);
    INVARIANT(number == 1);
    _exit(3);
  }
  close(ends[1]);
  while ((got = read(ends[0], text + n, size - 1 - n)) > 0)
    n += (size_t)got;
  text[n] = 0;
  close(ends[0]);
  assert_int_equal(waitpid(process, &status, 0), process);
  return status;
}

static void
holds(void **state)
{
  (void)state;
  char text[1000];
  int status = say(1, text, sizeof text);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 3);
  assert_string_equal(text, "");
}

static void
is_broken(void **state)
{
  (void)state;
  char text[1000];
  int status = say(2, text, sizeof text);
  assert_true(WIFSIGNALED(status));
  assert_int_equal(WTERMSIG(status), SIGABRT);
  assert_non_null(strstr(text, "test_invariant.c:"));
  assert_non_null(strstr(text, ": broken invariant: number == 1\n"));
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(holds),
    cmocka_unit_test(is_broken),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
