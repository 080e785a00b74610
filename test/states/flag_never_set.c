/* A flag that nobody sets: nothing ever comes to an end. If somebody sets it, the loop can be left. */
// open threads may go round for ever without an end
// right -DSET
// right -DSET_LATER
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, other;

static void *
work(void *argument)
{
  while (!atomic_load(&flag))
    ;
  return argument;
}

static void *
set(void *argument)
{
#ifdef SET_LATER
  while (!atomic_load(&other))
    ;
#endif
#if defined SET || defined SET_LATER
  atomic_store(&flag, 1);
#endif
  return argument;
}

int
main(void)
{
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, set, NULL);
  atomic_store(&other, 1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
