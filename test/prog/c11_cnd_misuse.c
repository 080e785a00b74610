/* C11 condition variables that nobody initialised, or that are used after their end. */
// run: --rounds 2 --unwind 1 -- -DUNINITIALISED => bug
// run: --rounds 2 --unwind 1 -- -DDESTROYED => bug
// run: --rounds 2 --unwind 1 => safe
// expect: the condition variable is not initialised, or has been destroyed
// brute: 1
#include <threads.h>

int
main(void)
{
  cnd_t condition;

#ifndef UNINITIALISED
  cnd_init(&condition);
#endif
  cnd_signal(&condition);
  cnd_destroy(&condition);
#ifdef DESTROYED
  cnd_broadcast(&condition);
#endif
  return 0;
}
