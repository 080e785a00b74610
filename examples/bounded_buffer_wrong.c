/* A bounded buffer whose producers look at the fill level before they take the mutex: two of them
 * can both see the last free slot, and the second one writes past the fill level. */
// args: --rounds 2 --unwind 1
// verdict: bug
// expect: filled < SLOTS
// labels: 3 4 4
// clauses: 616
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

enum { SLOTS = 2 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int slots[SLOTS + 1]; /* one more, so that a native run does no harm */
static int filled;

static bool
try_put(int item)
{
  if (filled == SLOTS)
    return false;
  pthread_mutex_lock(&mutex);
  assert(filled < SLOTS);
  slots[filled] = item;
  filled++;
  pthread_mutex_unlock(&mutex);
  return true;
}

static void *
produce(void *argument)
{
  try_put(*(int *)argument);
  return NULL;
}

int
main(void)
{
  static int items[2] = {7, 8};
  pthread_t threads[2];

  try_put(6);
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, produce, &items[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}

// why: if (filled == SLOTS)
// why: filled++;
