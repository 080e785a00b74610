/* x *= 2 on an _Atomic variable has no instruction: clang makes a loop around cmpxchg of it. */
// args: --rounds 3 --unwind 2
// verdict: bounded
// labels: 3 5 5
#include <assert.h>
#include <pthread.h>

static _Atomic int x = 3;

static void *
work(void *argument)
{
  x *= 2;
  return argument;
}

int
main(void)
{
  pthread_t a, b;

  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(x == 12);
  return 0;
}
