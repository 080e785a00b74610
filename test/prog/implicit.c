/* What gcc 12 only warns about: functions that are not declared, types that are not said, numbers
 * for pointers, pointers to other functions, returns that do not fit. Any standard will do. */
// run: -- -w -DWANT=5 => safe
// run: -- -w -DWANT=6 => bug
// run: -- -w -DWANT=5 -std=gnu89 => safe
// run: -- -w -DWANT=5 -std=gnu99 => safe
// run: -- -w -DWANT=5 -std=gnu11 => safe
// run: -- -w -DWANT=5 -std=c17 => safe
// run: -- -w -DWANT=6 -std=gnu89 => bug
// replay: no, its worker has the wrong type
#include <assert.h>
#include <pthread.h>

static number, other;

int
worker(int x)
{
  number = x;
  later(1);
}

void
nothing()
{
  return 1;
}

static
sometimes(x)
int x;
{
  if (x)
    return;
  return 3;
}

main()
{
  pthread_t thread;
  char *nowhere = 16;
  pthread_create(&thread, 0, worker, 5);
  usleep(10);
  nothing();
  no_result(1);
  pthread_join(thread, 0);
  assert(number == WANT);
  assert(sometimes(0) == 3 && later(2) == 2 && nowhere == 16 && other == 1);
  return 0;
}

later(x)
{
  return x;
}

void
no_result(int x)
{
  other = x;
  no_result_too();
}

void
no_result_too()
{
}
