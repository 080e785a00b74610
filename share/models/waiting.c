/* Records where threads wait. The functions that initialise semaphores and barriers need this: it
 * is misuse to initialise an object while a thread waits for it. Each thread records this in a
 * variable of its own, before it waits and after. That costs nothing unless an object is
 * initialised at the same time. */
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
