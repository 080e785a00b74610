/* Why a bug happens: the flag was passed on before it was looked at. That `y` is written before it is read
 * is of no importance: if it is read earlier, the assertion fails all the same; only if it is written
 * later, with all that the thread does after that, the run ends well. */
// args: --rounds 1 --unwind 1
// verdict: bug
// why: up = 1;
// why: passed_on = up;
// why: assert(!passed_on
// why-not: int value = y;
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int y, up, passed_on;

static void *
raise_flag(void *argument)
{
  y = 1;
  up = 1;
  return argument;
}

static void *
pass_on(void *argument)
{
  passed_on = up;
  return argument;
}

static void *
look(void *argument)
{
  int value = y;
  assert(!passed_on || value > 5);
  return argument;
}

int
main(void)
{
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, raise_flag, NULL);
  pthread_create(&threads[1], NULL, pass_on, NULL);
  pthread_create(&threads[2], NULL, look, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
