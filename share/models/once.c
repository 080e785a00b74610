/* pthread_once and C11's call_once.
 *
 * The control word is 0 at first and DONE in the end. While the function runs, the word holds the
 * pthread_t of the thread that runs it, so that Heddle finds threads that wait for each other. */
#include "heddle.h"

#include "thread.h"

#include <pthread.h>
#include <threads.h>

enum { RUNNING = 1, DONE = 2, OWNER = 2 /* shift */ };

static void
become(int *control, int state)
{
  __heddle_atomic_begin();
  *control = state;
  __heddle_atomic_end();
}

/* Cancelled in the middle: as if it had never been called. */
static void
forget(void *control)
{
  become(control, 0);
}

static void
once(int *control, void (*function)(void))
{
  struct __heddle_cleanup handler;
  int state;

  __heddle_library_call();
  __heddle_atomic_begin();
  state = *control;
  __heddle_block_on((state & RUNNING) == 0, (unsigned long)(unsigned)state >> OWNER);
  if (state == 0)
    *control = (int)(pthread_self() << OWNER | RUNNING);
  __heddle_atomic_end();
  if (state != 0)
    return;
  __heddle_cleanup_push(&handler, forget, control);
  function();
  __heddle_cleanup_pop(&handler, 0);
  become(control, DONE);
}

/* The first caller runs the function, others wait until it has returned. */
int
pthread_once(pthread_once_t *control, void (*function)(void))
{
  once(control, function);
  return 0;
}

/* As pthread_once. */
void
call_once(once_flag *flag, void (*function)(void))
{
  once((int *)flag, function);
}
