/* A thread that has run long pauses where it jumps back, here to a copy of what others change at once: they may
 * come in the middle of the copy all the same. */
// open a struct is copied that several threads use
#include <assert.h>
#include <pthread.h>

#define TEN(x) x x x x x x x x x x

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static struct pair {
  long a, b;
} x, y;

static void *
work(void *argument)
{
  __VERIFIER_atomic_begin();
  x.a = 1;
  x.b = 1;
  __VERIFIER_atomic_end();
  return argument;
}

int
main(void)
{
  pthread_t t;
  int n = 0, sum = 0;
  do {
    y = x;
    if (!n)
      pthread_create(&t, NULL, work, NULL);
    assert(y.a == y.b);
    TEN(TEN(TEN(sum += n; sum ^= 1;)))
  } while (++n < 2);
  return 0;
}
