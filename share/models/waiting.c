/* Where threads wait, for those who initialise semaphores and barriers: to do so while somebody
 * waits is a misuse. Each thread says so in a variable of its own, before it waits and after; that
 * costs nothing unless something is initialised at the same time. */
#include "lock.h"

#include "thread.h"

static const void *waits_at[MOST_THREADS]; /* by thread; NULL = nowhere */

void
__heddle_waits_at(const void *thing)
{
  __atomic_store_n(&waits_at[__heddle_self()], thing, __ATOMIC_RELAXED);
}

bool
__heddle_is_waited_at(const void *thing)
{
  bool any = false;

  for (unsigned long i = 0, most = __heddle_most(); i <= most && i < MOST_THREADS; i++)
    any |= waits_at[i] == thing;
  return any;
}
