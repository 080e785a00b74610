/* Without pthread_once both threads may make the key, and one of them loses its value. */
// run: --rounds 2 --unwind 1 => bug
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;

static void
make_key(void)
{
  pthread_key_create(&key, free);
}

static int *
counter(void)
{
  int *value;

  if (!key)
    make_key();
  value = pthread_getspecific(key);
  if (!value) {
    value = calloc(1, sizeof *value);
    pthread_setspecific(key, value);
  }
  return value;
}

static void *
work(void *argument)
{
  ++*counter();
  ++*counter();
  assert(*counter() == 2);
  return argument;
}

int
main(void)
{
  pthread_t threads[2];

  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
