/* __VERIFIER_atomic_begin and _end make one step of the lines between them. */
// args: --rounds 3 --unwind 1
// verdict: safe
// labels: 3 2 2
// clauses: 151
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int x;

static void *
work(void *argument)
{
  __VERIFIER_atomic_begin();
  x++;
  __VERIFIER_atomic_end();
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
  return 0;
}
