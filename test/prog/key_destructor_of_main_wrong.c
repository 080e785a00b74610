/* If main calls pthread_exit, its destructors run. */
// run: --rounds 1 --unwind 1 => bug
// expect: value == NULL
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;

static void
destroy(void *value)
{
  assert(value == NULL);
}

int
main(void)
{
  pthread_key_create(&key, destroy);
  pthread_setspecific(key, &key);
  pthread_exit(NULL);
}
