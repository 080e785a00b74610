/* The first thread that needs the key makes it; each thread's value is freed when it ends. */
// run: --rounds 3 --unwind 1 => bounded
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
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

  pthread_once(&once, make_key);
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
