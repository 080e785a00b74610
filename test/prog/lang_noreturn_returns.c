/* Declared not to return, and does: only if the flag is set at that very moment. */
// run: --rounds 2 --unwind 1 => bug
// expect: must not return
#include <pthread.h>
#include <stdlib.h>

static int quiet;

static void *
other(void *unused)
{
  (void)unused;
  quiet = 1;
  quiet = 0;
  return NULL;
}

#pragma clang diagnostic ignored "-Winvalid-noreturn"
static _Noreturn void
fail(void)
{
  if (!quiet)
    exit(1);
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, other, NULL);
  fail();
}
