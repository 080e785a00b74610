// A wait that looks at two variables, one after the other: whether it is left is not decided, and
// the verdict says so.
// run: --rounds 8 => bounded
// run: --rounds 8 --property assert => safe
#include <pthread.h>

int a, b;

void *
work(void *argument)
{
  while (!a || !b)
    ;
  return argument;
}

int
main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  a = 1;
  b = 1;
  pthread_join(thread, NULL);
  return 0;
}
