/* The destructor gets the value of each thread that ends, by return or by pthread_exit, before
 * anybody has joined it; not that of main, which returns. A NULL value has no destructor. */
// run: --rounds 4 --unwind 1 => safe
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int destroyed[3];

static void
destroy(void *value)
{
  assert(pthread_getspecific(key) == NULL);
  ++*(int *)value;
}

static void *
returns(void *argument)
{
  pthread_setspecific(key, argument);
  return NULL;
}

static void *
exits(void *argument)
{
  pthread_setspecific(key, argument);
  pthread_exit(NULL);
}

static void *
forgets(void *argument)
{
  pthread_setspecific(key, argument);
  pthread_setspecific(key, NULL);
  return NULL;
}

int
main(void)
{
  pthread_t threads[3];

  pthread_key_create(&key, destroy);
  pthread_create(&threads[0], NULL, returns, &destroyed[0]);
  pthread_create(&threads[1], NULL, exits, &destroyed[1]);
  pthread_create(&threads[2], NULL, forgets, &destroyed[2]);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  assert(destroyed[0] == 1 && destroyed[1] == 1 && destroyed[2] == 0);
  pthread_setspecific(key, NULL);
  return 0;
}
