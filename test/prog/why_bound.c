/* If the flag is looked at before it is raised, the loop runs more often, and the run stops at the bound. What
 * would have become of it is not known: so it is not said that the bug needs this order. */
// args: --rounds 1 --unwind 1
// verdict: bug
// expect: why: no thread has to be interrupted for this
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int up, looks, copy;

static void *
raise_flag(void *argument)
{
  up = 1;
  copy = looks;
  return argument;
}

static void *
look(void *argument)
{
  int most = up ? 0 : 3;
  for (int i = 0; i < most; i++)
    looks++;
  assert(looks > 5);
  return argument;
}

int
main(void)
{
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, raise_flag, NULL);
  pthread_create(&threads[1], NULL, look, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
