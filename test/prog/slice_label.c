/* The store is of no interest but for its thread, and what follows it is a loop that may wait and
 * then a lock that does: what the slice takes for one label and what the program does differ. */
// args: --rounds 1 --unwind 1 --property assert,deadlock
// verdict: bug
// expect: waits for ever
#include <pthread.h>

static unsigned short shared = 3;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *
taker(void *argument)
{
  pthread_mutex_lock(&mutex);
  while (!__sync_bool_compare_and_swap(&shared, 3, 0))
    ;
  pthread_mutex_lock(&mutex);
  return argument;
}

static void *
reader(void *argument)
{
  if (shared)
    return NULL;
  return argument;
}

int
main(void)
{
  pthread_t a, b;
  pthread_create(&a, NULL, taker, NULL);
  pthread_create(&b, NULL, reader, NULL);
  return 0;
}
