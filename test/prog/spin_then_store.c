// The loop waits for x, and tells about it before it is left. Between looking and going round again
// the thread holds an old value: that is no deadlock.
// run: --rounds 3 => safe
// run: --rounds 3 --no-slice => safe
#include <pthread.h>

static int x, y;

static void *
sets(void *argument)
{
  (void)argument;
  x = 1;
  return NULL;
}

static void *
looks(void *argument)
{
  (void)argument;
  return y ? &y : NULL;
}

int
main(void)
{
  pthread_t first, second;
  int seen = 0;

  pthread_create(&first, NULL, sets, NULL);
  pthread_create(&second, NULL, looks, NULL);
  do {
    seen = x;
    if (seen)
      y = 1;
  } while (!seen);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
