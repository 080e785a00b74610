/* Each thread has its own value of a key, NULL at first. */
// run: --rounds 3 --unwind 1 => safe
#include <assert.h>
#include <pthread.h>

static pthread_key_t first, second;

static void *
work(void *argument)
{
  assert(pthread_getspecific(first) == NULL);
  assert(pthread_setspecific(first, argument) == 0);
  assert(pthread_getspecific(first) == argument);
  assert(pthread_getspecific(second) == NULL);
  return NULL;
}

int
main(void)
{
  pthread_t threads[2];
  int x, y, z;

  assert(pthread_key_create(&first, NULL) == 0);
  assert(pthread_key_create(&second, NULL) == 0);
  pthread_setspecific(first, &x);
  pthread_setspecific(second, &y);
  pthread_create(&threads[0], NULL, work, &z);
  pthread_create(&threads[1], NULL, work, &threads);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  assert(pthread_getspecific(first) == &x && pthread_getspecific(second) == &y);
  assert(pthread_key_delete(first) == 0);
  assert(pthread_key_delete(second) == 0);
  return 0;
}
