/* The destructors of two keys: the order in which they are called is not told, so the result holds
 * only for the order that is looked at. */
// run: --rounds 2 --unwind 1 => bounded
#include <assert.h>
#include <pthread.h>

static pthread_key_t first, second;
static int count;

static void
destroy(void *value)
{
  count += *(int *)value;
}

static void *
work(void *argument)
{
  static int one = 1, two = 2;

  pthread_setspecific(first, &one);
  pthread_setspecific(second, &two);
  return argument;
}

int
main(void)
{
  pthread_t thread;

  pthread_key_create(&first, destroy);
  pthread_key_create(&second, destroy);
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  assert(count == 3);
  return 0;
}
