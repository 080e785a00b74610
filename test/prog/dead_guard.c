/* A branch that no value can take is not analysed: the state is never 5, so nothing behind the test needs
 * labels or clauses - with another state it does. */
// run: --rounds 3 => safe
// run: --rounds 3 -- -DSTATE=5 => bug
// expect: other == 0
// clauses: 1
#include <assert.h>
#include <pthread.h>

#ifndef STATE
#define STATE 2
#endif

static int state = 1, other;

static void *
change(void *argument)
{
  state = STATE;
  return argument;
}

static void *
look(void *argument)
{
  if (state == 5) {
    other++;
    assert(other == 0);
  }
  return argument;
}

int
main(void)
{
  pthread_t a, b;
  pthread_create(&a, NULL, change, NULL);
  pthread_create(&b, NULL, look, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
