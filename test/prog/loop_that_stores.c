// A loop that waits for a flag, but counts: it is no wait, for others can see how often it goes round.
// run: --rounds 3 --unwind 3 => bug
#include <assert.h>
#include <pthread.h>

int flag, count;

void *
work(void *argument)
{
  while (!flag)
    count = count + 1;
  return argument;
}

int
main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  assert(count != 2);
  flag = 1;
  return 0;
}
