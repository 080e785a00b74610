/* POSIX threads: create, join, exit and identity.
 *
 * A pthread_t is the number of the thread plus one, so that main is 1 and 0 is nobody. */
#include "heddle.h"

#include <errno.h>
#include <pthread.h>

enum { MOST_THREADS = 1024 };

/* What each thread returned or gave to pthread_exit, for whoever joins it. */
static void *results[MOST_THREADS];

static void
run(void *start, void *argument)
{
  results[__heddle_self()] = ((void *(*)(void *))start)(argument);
}

/* The handle is stored after the thread has begun to exist: POSIX does not promise that the new
 * thread finds it there. */
int
pthread_create(pthread_t *handle, const pthread_attr_t *attributes, void *(*start)(void *),
               void *argument)
{
  (void)attributes;
  *handle = __heddle_create(run, (void *)start, argument) + 1;
  return 0;
}

int
pthread_join(pthread_t thread, void **result)
{
  if (thread == 0)
    return ESRCH;
  if (thread == pthread_self())
    return EDEADLK;
  __heddle_join(thread - 1);
  if (result)
    *result = results[thread - 1];
  return 0;
}

void
pthread_exit(void *result)
{
  results[__heddle_self()] = result;
  __heddle_stop();
}

pthread_t
pthread_self(void)
{
  return __heddle_self() + 1;
}

int
pthread_equal(pthread_t a, pthread_t b)
{
  return a == b;
}

int
pthread_detach(pthread_t thread)
{
  return thread == 0 ? ESRCH : 0;
}
