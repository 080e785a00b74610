// The same by atomic operations, and in an atomic section.
// run: --rounds 3 --property race,memory => bounded
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

struct pair {
  atomic_int first;
  int second;
};

static void *
work(void *argument)
{
  struct pair *pair = argument;

  pair->first++;
  __VERIFIER_atomic_begin();
  pair->second++;
  __VERIFIER_atomic_end();
  return NULL;
}

int
main(void)
{
  pthread_t threads[2];
  struct pair *pair = calloc(1, sizeof *pair);

  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, work, pair);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  free(pair);
  return 0;
}
