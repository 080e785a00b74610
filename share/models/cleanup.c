/* Cleanup handlers: the list of each thread's handlers, see share/include/pthread.h. */
#include "heddle.h"

#include "thread.h"

#include <pthread.h>

static _Thread_local struct __heddle_cleanup *handlers;

/* pthread_cleanup_push: the handler becomes the first of the thread's list. */
void
__heddle_cleanup_push(struct __heddle_cleanup *handler, void (*routine)(void *), void *argument)
{
  handler->routine = routine;
  handler->argument = argument;
  handler->outer = handlers;
  handlers = handler;
}

/* pthread_cleanup_pop: takes the handler off the list, and runs it if asked to. */
void
__heddle_cleanup_pop(struct __heddle_cleanup *handler, int execute)
{
  handlers = handler->outer;
  if (execute)
    handler->routine(handler->argument);
}

void
__heddle_run_cleanup(void)
{
  while (handlers)
    __heddle_cleanup_pop(handlers, 1);
}
