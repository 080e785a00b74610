/* Two threads that each put up a flag and look at the other's; and, without atomics, a counter. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flags[2];
static int seen[2];
#ifdef COUNTER
static int entered;
#endif

void *
visit(void *argument)
{
  int self = (int)(long)argument;
  atomic_store_explicit(&flags[self], 1, memory_order_relaxed);
  seen[self] = atomic_load_explicit(&flags[1 - self], memory_order_relaxed);
#ifdef COUNTER
  entered++;
#endif
  return NULL;
}

int
both_were_alone(void)
{
  return !seen[0] && !seen[1];
}

int
quotient(int by)
{
  return 12 / by;
}
