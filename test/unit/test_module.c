/* A compiler that is missing, fails, is killed or writes nonsense: an error that says so. One that
 * never ends is ended when it is time. */
#define _XOPEN_SOURCE 700
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/str.h"
#include "unfold/unfold.h"

/* A shell script in the place of clang. */
static char *
write_compiler(const char *script)
{
  static char path[] = "/tmp/heddle-compiler-XXXXXX";
  strcpy(path + sizeof path - 7, "XXXXXX");
  int file = mkstemp(path);
  assert_true(file >= 0);
  dprintf(file, "#!/bin/sh\n%s\n", script);
  fchmod(file, 0700);
  close(file);
  return path;
}

/* What is said if `clang` compiles; the caller frees it. */
static struct str
complaint(const char *clang, bool (*stop)(void *argument), void *argument)
{
  struct frontend_file file = {.path = HEDDLE_TEST_DIR "/project/main.c"};
  struct frontend_options options = {
    .files = &file, .n_files = 1, .clang = clang, .stop = stop, .argument = argument};
  struct diags diags = {0};
  struct str text = {0};
  struct prog *prog = unfold_files(&options, &diags);
  assert_null(prog);
  for (size_t i = 0; i < diags.all.n; i++)
    str_add(&text, diags.all.at[i].text);
  diags_free(&diags);
  return text;
}

static void
expect(const char *clang, const char *words)
{
  struct str text = complaint(clang, NULL, NULL);
  if (!strstr(str_text(&text), words))
    fail_msg("'%s' does not say '%s'", str_text(&text), words);
  str_free(&text);
}

static void
expect_of_script(const char *script, const char *words)
{
  char *compiler = write_compiler(script);
  expect(compiler, words);
  unlink(compiler);
}

static void
failures_are_told_apart(void **state)
{
  (void)state;
  expect("/nowhere/clang", "cannot run /nowhere/clang");
  expect_of_script("exit 1", "main.c does not compile");
  expect_of_script("exit 70", "with exit code 70");
  expect_of_script("exit 127", "cannot be run");
  expect_of_script("kill -9 $$", "was ended while it compiled");
  expect_of_script("head -c 100000 /dev/zero; kill -9 $$", "was ended while it compiled");
  expect_of_script("exit 0", "is not LLVM bitcode");
  expect_of_script("echo nonsense", "is not LLVM bitcode");
  expect_of_script("exec >&-; exit 0", "is not LLVM bitcode");
}

static bool
is_past(void *argument)
{
  return clock_now() > *(double *)argument;
}

static void
it_is_stopped_in_time(void **state)
{
  (void)state;
  double end = clock_now() + 0.2;
  char *compiler = write_compiler("exec sleep 3600");
  struct str text = complaint(compiler, is_past, &end);
  assert_string_equal(str_text(&text), ""); /* whoever stopped it knows */
  str_free(&text);
  unlink(compiler);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(failures_are_told_apart),
    cmocka_unit_test(it_is_stopped_in_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
