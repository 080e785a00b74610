/* on_exit hands on the status; _Exit and _exit run nothing. */
// run: => safe
// run: -- -DNOTHING=_Exit => safe
// run: -- -DNOTHING=_exit => safe
// run: -- -DSTATUS=4 => bug
#define _DEFAULT_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

#ifndef STATUS
#define STATUS 3
#endif

static int kept;

static void
report(int status, void *argument)
{
  assert(argument == &kept && kept == 31);
  assert(status == 3);
}

static void
count(void)
{
  kept++;
}

static void
fill(void)
{
  for (int i = 0; i < 31; i++)
    assert(atexit(count) == 0);
}

int
main(void)
{
  assert(on_exit(report, &kept) == 0);
  fill();
#ifdef NOTHING
  kept = 100;
  NOTHING(0);
#endif
  return STATUS;
}
