/* Functions that run before main, and in which order; names that may be missing. */
// run: --rounds 1 --unwind 1 => safe
#include <assert.h>
#include <stddef.h>

static int steps[3], n;

__attribute__((constructor)) static void
last(void)
{
  steps[n++] = 3;
}

__attribute__((constructor(102))) static void
second(void)
{
  steps[n++] = 2;
}

__attribute__((constructor(101))) static void
first(void)
{
  steps[n++] = 1;
}

extern int optional(void) __attribute__((weak));
extern int optional_variable __attribute__((weak));

static int
target(void)
{
  return 5;
}
int other_name(void) __attribute__((alias("target")));

int
main(void)
{
  assert(n == 3 && steps[0] == 1 && steps[1] == 2 && steps[2] == 3);
  assert(!optional && &optional_variable == NULL);
  assert(other_name() == 5);
  return 0;
}
