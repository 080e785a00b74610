/* Visiting states does not know what is assumed of ids; the verdict does. */
// args: --time 600
// verdict: bounded
// expect: assumed: the ids of threads are 1, 2, 3 and so on, in the order of creation
#include <assert.h>
#include <pthread.h>

static void *
run(void *none)
{
  return none;
}

int
main(void)
{
  pthread_t first, second;
  pthread_create(&first, NULL, run, NULL);
  pthread_join(first, NULL);
  pthread_create(&second, NULL, run, NULL);
  assert(first - second);
  pthread_join(second, NULL);
}
