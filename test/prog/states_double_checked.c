/* Double-checked initialisation with a lock that spins: whoever comes first fills in the settings, the others wait for
 * that. The wrong one says too early that they are there. */
// run: --time 600 => safe
// run: --time 600 -- -DWRONG => bug
// expect: size == 64
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 3 };

static atomic_int ready, size, made;
static atomic_flag lock = ATOMIC_FLAG_INIT;

static void
make(void)
{
  while (atomic_flag_test_and_set(&lock))
    ;
  if (!ready) {
#ifdef WRONG
    ready = 1;
#endif
    size = 64;
    made++;
    ready = 1;
  }
  atomic_flag_clear(&lock);
}

static void *
work(void *argument)
{
  if (!ready)
    make();
  assert(size == 64 && made == 1);
  return argument;
}

int
main(void)
{
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
