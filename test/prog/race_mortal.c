/* Two threads write the same heap block, which is freed afterwards, or the same local variable of a
 * function that returns afterwards. That their lives end makes the accesses no more atomic. */
// run: --property race --rounds 1 => bug
// run: --property race --rounds 1 -- -DLOCAL => bug
// run: --property race --rounds 4 -- -DATOMIC => safe
// run: --property race --rounds 4 -- -DLOCAL -DATOMIC => safe
// run: --property race --rounds 2 -- -DLOCKED => bounded
// run: --property race --rounds 2 -- -DLOCAL -DLOCKED => bounded
// expect: data race
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef ATOMIC
typedef atomic_int number;
#else
typedef int number;
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *
work(void *argument)
{
#ifdef LOCKED
  pthread_mutex_lock(&mutex);
#endif
  *(number *)argument = 1;
#ifdef LOCKED
  pthread_mutex_unlock(&mutex);
#endif
  return NULL;
}

static void
both(number *shared)
{
  pthread_t a, b;

  pthread_create(&a, NULL, work, shared);
  pthread_create(&b, NULL, work, shared);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}

static void
with_local(void)
{
  number local = 0;

  both(&local);
}

static void
with_block(void)
{
  number *block = calloc(1, sizeof *block);

  if (!block)
    return;
  both(block);
  free(block);
}

int
main(void)
{
#ifdef LOCAL
  with_local();
#else
  with_block();
#endif
  return 0;
}
