/* As slice_label.c, but the store is followed by an assumption, which shares a label with the lock
 * only in the whole program. */
// args: --rounds 1 --unwind 1 --property assert,deadlock
// verdict: bug
// expect: waits for ever
#include <pthread.h>

void __VERIFIER_assume(int condition);

static unsigned short shared = 3;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *
taker(void *argument)
{
  pthread_mutex_lock(&mutex);
  __VERIFIER_assume(__sync_bool_compare_and_swap(&shared, 3, 0));
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
