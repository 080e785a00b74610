/* Nothing is lost, but addition is not associative: the sum depends on who comes first. */
// run: --rounds 2 => bounded
// run: --rounds 3 => bug
// expect: sum == 0.3 + 0.2 + 0.1
#include <assert.h>
#include <pthread.h>

static _Atomic double sum = 0.3;

static void *
add(void *argument)
{
  sum += *(double *)argument;
  return argument;
}

int
main(void)
{
  double first = 0.2, second = 0.1;
  pthread_t a, b;

  pthread_create(&a, NULL, add, &first);
  pthread_create(&b, NULL, add, &second);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(sum == 0.3 + 0.2 + 0.1);
  return 0;
}
