/* The destructors of two threads count without a lock. */
// run: --rounds 3 --unwind 1 => bug
// expect: count == 2
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int count;

static void
destroy(void *value)
{
  (void)value;
  count++;
}

static void *
work(void *argument)
{
  pthread_setspecific(key, argument);
  return NULL;
}

int
main(void)
{
  pthread_t threads[2];

  pthread_key_create(&key, destroy);
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, work, &key);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(count == 2);
  return 0;
}
