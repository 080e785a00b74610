/* atomic_fetch_add loses nothing, nor do ++ and += on an _Atomic variable. */
// args: --rounds 3 --unwind 1
// verdict: bounded
// labels: 3 3 3
// clauses: 353
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static _Atomic short y;

static void *
work(void *argument)
{
  atomic_fetch_add(&x, 1);
  y += 2;
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
  assert(x == 2);
  assert(y == 4);
  return 0;
}
