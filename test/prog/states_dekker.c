/* Dekker's algorithm: who wants to go in lowers the flag while it is the other one's turn. The wrong one looks
 * before it raises the flag. */
// run: --time 600 => safe
// run: --time 600 -- -DWRONG => bug
// expect: inside == 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int wants[2], turn;
static int inside;

static void
enter(int me)
{
#ifdef WRONG
  while (wants[!me])
    ;
  wants[me] = 1;
#else
  wants[me] = 1;
  while (wants[!me])
    if (turn != me) {
      wants[me] = 0;
      while (turn != me)
        ;
      wants[me] = 1;
    }
#endif
}

static void *
work(void *argument)
{
  int me = (int)(intptr_t)argument;
  for (int i = 0; i < 2; i++) {
    enter(me);
    inside++;
    assert(inside == 1);
    inside--;
    turn = !me;
    wants[me] = 0;
  }
  return NULL;
}

int
main(void)
{
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
