/* A thread that spins with a local variable that the loop is the first to write: the flag becomes 2
 * and never 1, and the thread waits for ever. That the variable had no value before is of no
 * interest; that an arbitrary value decides, as in the last case, is. */
// run: --property deadlock --rounds 1 => bug
// run: --property deadlock --rounds 3 -- -DSET=1 => safe
// run: --property deadlock --rounds 1 -- -DTEMPORARY => bug
// run: --property deadlock --rounds 3 -- -DCHANCE => safe
// expect: deadlock
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef SET
#define SET 2
#endif

bool __VERIFIER_nondet_bool(void);

static atomic_int flag;

static void *
work(void *argument)
{
  int seen;

#ifdef TEMPORARY
  while (atomic_load(&flag) != 1)
    ;
  seen = 1;
#elif defined CHANCE
  do
    seen = __VERIFIER_nondet_bool() ? 1 : flag;
  while (seen != 1);
#else
  do
    seen = flag;
  while (seen != 1);
#endif
  flag = 3 + seen;
  return argument;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, work, NULL);
  flag = SET;
  pthread_join(thread, NULL);
  return 0;
}
