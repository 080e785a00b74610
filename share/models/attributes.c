/* Attributes of threads. They are stored in the memory of glibc's type, with a layout of our own.
 * The use of an object that was never initialised, or that has been destroyed, is reported. Only
 * two attributes matter for pthread_create: the detach state, and a real-time policy, which the
 * system may refuse. The place and size of the stack do not matter. */
#define _GNU_SOURCE 1
#include "heddle.h"

#include "thread.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>

_Static_assert(sizeof(struct heddle_attributes) <= sizeof(pthread_attr_t), "attributes fit");

enum { SMALLEST_STACK = 16384, USUAL_STACK = 8 << 20, PAGE = 4096 };

static struct heddle_attributes *
find(const pthread_attr_t *attributes)
{
  struct heddle_attributes *found = (struct heddle_attributes *)attributes;
  _Bool initialised = found->initialised == ATTRIBUTES_INITIALISED;

  __heddle_check(HEDDLE_LOCK, initialised, "thread attributes are used that are not initialised");
  return found;
}

/* Everything as new threads have it by default. */
int
pthread_attr_init(pthread_attr_t *attributes)
{
  struct heddle_attributes *all = (struct heddle_attributes *)attributes;

  *all = (struct heddle_attributes){.policy = SCHED_OTHER,
                                    .detached = PTHREAD_CREATE_JOINABLE,
                                    .guard_size = PAGE,
                                    .stack_size = USUAL_STACK,
                                    .initialised = ATTRIBUTES_INITIALISED};
  return 0;
}

/* Afterwards every use of the attributes is a misuse, until they are initialised again. */
int
pthread_attr_destroy(pthread_attr_t *attributes)
{
  find(attributes)->initialised = 0;
  return 0;
}

/* ---- setters and getters: kept for the getter; EINVAL for what is no such value ---- */

/* Kept for pthread_create and the getter; EINVAL for what is no such value. */
int
pthread_attr_setdetachstate(pthread_attr_t *attributes, int state)
{
  struct heddle_attributes *all = find(attributes);

  if (state != PTHREAD_CREATE_JOINABLE && state != PTHREAD_CREATE_DETACHED)
    return EINVAL;
  all->detached = (unsigned char)state;
  return 0;
}

/* What was set last, or is so by default. */
int
pthread_attr_getdetachstate(const pthread_attr_t *attributes, int *state)
{
  *state = find(attributes)->detached;
  return 0;
}

int
pthread_attr_setstacksize(pthread_attr_t *attributes, size_t size)
{
  struct heddle_attributes *all = find(attributes);

  if (size < SMALLEST_STACK)
    return EINVAL;
  all->stack_size = size;
  return 0;
}

/* What was set last, or is so by default. */
int
pthread_attr_getstacksize(const pthread_attr_t *restrict attributes, size_t *restrict size)
{
  *size = find(attributes)->stack_size;
  return 0;
}

int
pthread_attr_setguardsize(pthread_attr_t *attributes, size_t size)
{
  find(attributes)->guard_size = size;
  return 0;
}

/* What was set last, or is so by default. */
int
pthread_attr_getguardsize(const pthread_attr_t *restrict attributes, size_t *restrict size)
{
  *size = find(attributes)->guard_size;
  return 0;
}

int
pthread_attr_setstack(pthread_attr_t *attributes, void *stack, size_t size)
{
  struct heddle_attributes *all = find(attributes);

  if (size < SMALLEST_STACK)
    return EINVAL;
  all->stack = stack;
  all->stack_size = size;
  return 0;
}

/* What was set last, or is so by default. */
int
pthread_attr_getstack(const pthread_attr_t *restrict attributes, void **restrict stack,
                      size_t *restrict size)
{
  const struct heddle_attributes *all = find(attributes);

  *stack = all->stack;
  *size = all->stack_size;
  return 0;
}

/* ENOTSUP for the scope of a process, as on Linux; that of the system is what there is. */
int
pthread_attr_setscope(pthread_attr_t *attributes, int scope)
{
  find(attributes);
  if (scope == PTHREAD_SCOPE_PROCESS)
    return ENOTSUP;
  return scope == PTHREAD_SCOPE_SYSTEM ? 0 : EINVAL;
}

/* The scope of the system, always. */
int
pthread_attr_getscope(const pthread_attr_t *restrict attributes, int *restrict scope)
{
  find(attributes);
  *scope = PTHREAD_SCOPE_SYSTEM;
  return 0;
}

/* Kept for the getter; only an explicit policy can make pthread_create fail. */
int
pthread_attr_setinheritsched(pthread_attr_t *attributes, int inherit)
{
  struct heddle_attributes *all = find(attributes);

  if (inherit != PTHREAD_INHERIT_SCHED && inherit != PTHREAD_EXPLICIT_SCHED)
    return EINVAL;
  all->explicit_schedule = inherit == PTHREAD_EXPLICIT_SCHED;
  return 0;
}

/* What was set last, or is so by default. */
int
pthread_attr_getinheritsched(const pthread_attr_t *restrict attributes, int *restrict inherit)
{
  *inherit = find(attributes)->explicit_schedule ? PTHREAD_EXPLICIT_SCHED : PTHREAD_INHERIT_SCHED;
  return 0;
}

/* Kept for the getter; pthread_create may fail with a real-time policy that is explicit. */
int
pthread_attr_setschedpolicy(pthread_attr_t *attributes, int policy)
{
  struct heddle_attributes *all = find(attributes);

  if (policy != SCHED_OTHER && policy != SCHED_FIFO && policy != SCHED_RR)
    return EINVAL;
  all->policy = (unsigned char)policy;
  return 0;
}

/* What was set last, or is so by default. */
int
pthread_attr_getschedpolicy(const pthread_attr_t *restrict attributes, int *restrict policy)
{
  *policy = find(attributes)->policy;
  return 0;
}

int
pthread_attr_setschedparam(pthread_attr_t *restrict attributes,
                           const struct sched_param *restrict parameters)
{
  struct heddle_attributes *all = find(attributes);

  if (parameters->sched_priority < sched_get_priority_min(all->policy) ||
      parameters->sched_priority > sched_get_priority_max(all->policy))
    return EINVAL;
  all->priority = parameters->sched_priority;
  return 0;
}

/* What was set last, or is so by default. */
int
pthread_attr_getschedparam(const pthread_attr_t *restrict attributes,
                           struct sched_param *restrict parameters)
{
  parameters->sched_priority = find(attributes)->priority;
  return 0;
}
