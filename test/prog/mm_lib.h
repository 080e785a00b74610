/* Store buffering with something of the library between the store and the load. Unless that is a
 * barrier, both threads can miss what the other has stored. A test defines
 *
 *   operation(own, which)   one of several things, with objects of the thread's own or of both
 *   before(own)             what has to come before the store, if anything
 *
 * and with -DNOTHING there is no operation, to see that the test can fail. */
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

#ifndef BEFORE
#define before(own) ((void)0)
#else
static void before(int own);
#endif
static void operation(int own, int which);

static int x, y, a, b;

static void
perhaps(int own)
{
#ifdef NOTHING
  (void)own;
#else
  int which = 0;

  for (int i = 0; i < 4; i++)
    which = 2 * which + __VERIFIER_nondet_bool();
  operation(own, which);
#endif
}

static void *
first(void *unused)
{
  before(1);
  x = 1;
  perhaps(1);
  a = y;
  return unused;
}

static void *
second(void *unused)
{
  before(2);
  y = 1;
  perhaps(2);
  b = x;
  return unused;
}

static void
store_buffering(void)
{
  pthread_t one, two;

  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(a || b);
}
