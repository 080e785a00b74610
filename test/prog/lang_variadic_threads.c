/* Two threads add up their arguments in a shared variable, without a lock. */
// run: --rounds 2 --unwind 1 => bug
// expect: written == 5
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>

static int written;

static void
note(int n, ...)
{
  va_list list;

  va_start(list, n);
  for (int i = 0; i < n; i++) {
    int now = written;
    written = now + va_arg(list, int);
  }
  va_end(list);
}

static void *
other(void *unused)
{
  (void)unused;
  note(1, 2);
  return NULL;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, other, NULL);
  note(2, 1, 2);
  pthread_join(thread, NULL);
  assert(written == 5);
  return 0;
}
