/* Scheduling of threads, and their names. Policies and priorities are stored and can be queried,
 * but they order nothing, because every schedule is examined. */
#define _GNU_SOURCE 1
#include "heddle.h"

#include "arbitrary.h"
#include "thread.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

static struct {
  int policy, priority;
} schedules[MOST_THREADS + 1];
static int concurrency;

enum { MOST_PRIORITY = 99, NAME_SIZE = 16 };

static _Bool
is_policy(int policy)
{
  return policy == SCHED_OTHER || policy == SCHED_FIFO || policy == SCHED_RR ||
         policy == SCHED_BATCH || policy == SCHED_IDLE;
}

static _Bool
is_real_time(int policy)
{
  return policy == SCHED_FIFO || policy == SCHED_RR;
}

/* As Linux has it: 1 for real-time policies, otherwise 0. */
int
sched_get_priority_min(int policy)
{
  if (!is_policy(policy)) {
    errno = EINVAL;
    return -1;
  }
  return is_real_time(policy);
}

/* As Linux has it: 99 for real-time policies, otherwise 0. */
int
sched_get_priority_max(int policy)
{
  if (!is_policy(policy)) {
    errno = EINVAL;
    return -1;
  }
  return is_real_time(policy) ? MOST_PRIORITY : 0;
}

static int
set_schedule(pthread_t thread, int policy, int priority)
{
  if (!__heddle_is_thread(thread))
    return ESRCH;
  if (!is_policy(policy) || priority < sched_get_priority_min(policy) ||
      priority > sched_get_priority_max(policy))
    return EINVAL;
  if (is_real_time(policy) && __heddle_nondet(1))
    return EPERM;
  __heddle_atomic_begin();
  schedules[thread].policy = policy;
  schedules[thread].priority = priority;
  __heddle_atomic_end();
  return 0;
}

/* Remembered; for a real-time policy it may fail with EPERM. */
int
pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *parameters)
{
  return set_schedule(thread, policy, parameters->sched_priority);
}

/* What was set last; at first the policy SCHED_OTHER. */
int
pthread_getschedparam(pthread_t thread, int *restrict policy,
                      struct sched_param *restrict parameters)
{
  int found, priority;

  if (!__heddle_is_thread(thread))
    return ESRCH;
  __heddle_atomic_begin();
  found = schedules[thread].policy;
  priority = schedules[thread].priority;
  __heddle_atomic_end();
  *policy = found;
  parameters->sched_priority = priority;
  return 0;
}

/* As pthread_setschedparam with the policy there is. */
int
pthread_setschedprio(pthread_t thread, int priority)
{
  int policy;

  if (!__heddle_is_thread(thread))
    return ESRCH;
  __heddle_atomic_begin();
  policy = schedules[thread].policy;
  __heddle_atomic_end();
  return set_schedule(thread, policy, priority);
}

/* Remembered. */
int
pthread_setconcurrency(int level)
{
  if (level < 0)
    return EINVAL;
  __heddle_atomic_begin();
  concurrency = level;
  __heddle_atomic_end();
  return 0;
}

/* What was set last, at first 0. */
int
pthread_getconcurrency(void)
{
  int level;

  __heddle_atomic_begin();
  level = concurrency;
  __heddle_atomic_end();
  return level;
}

/* Accepted, or refused with EINVAL, since there may be no such processor. */
int
pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *set)
{
  (void)size;
  (void)set;
  if (!__heddle_is_thread(thread))
    return ESRCH;
  return __heddle_nondet(1) ? EINVAL : 0;
}

/* Any set of up to 64 processors that is not empty. */
int
pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *set)
{
  unsigned long processors = __heddle_nondet(8 * sizeof processors);

  if (!__heddle_is_thread(thread))
    return ESRCH;
  if (size < sizeof processors)
    return EINVAL;
  __heddle_assume(processors != 0);
  memset(set, 0, size);
  memcpy(set, &processors, sizeof processors);
  return 0;
}

/* As pthread_getaffinity_np, of the calling thread or of any other. */
int
sched_getaffinity(pid_t process, size_t size, cpu_set_t *set)
{
  int error = __heddle_fails() ? errno : pthread_getaffinity_np(pthread_self(), size, set);

  (void)process;
  if (!error)
    return 0;
  errno = error;
  return -1;
}

/* Changes nothing; done, or refused. */
int
sched_setaffinity(pid_t process, size_t size, const cpu_set_t *set)
{
  (void)process;
  (void)size;
  (void)set;
  return __heddle_fails() ? -1 : 0;
}

int __sched_cpucount(size_t size, const cpu_set_t *set);
cpu_set_t *__sched_cpualloc(size_t count);
void __sched_cpufree(cpu_set_t *set);

/* CPU_COUNT: exactly as specified. */
int
__sched_cpucount(size_t size, const cpu_set_t *set)
{
  int count = 0;

  for (size_t i = 0; i < size / sizeof set->__bits[0]; i++)
    count += __builtin_popcountl(set->__bits[i]);
  return count;
}

/* CPU_ALLOC: as malloc. */
cpu_set_t *
__sched_cpualloc(size_t count)
{
  return malloc((count + 63) / 64 * 8);
}

/* CPU_FREE: as free. */
void
__sched_cpufree(cpu_set_t *set)
{
  free(set);
}

/* ---- names ---- */

static struct {
  _Bool given;
  char text[NAME_SIZE];
} names[MOST_THREADS + 1];

static size_t
copy(char *to, const char *from)
{
  size_t i = 0;

  while (i < NAME_SIZE && (to[i] = from[i]))
    i++;
  return i;
}

/* Remembered; ERANGE for a name of more than 15 characters. */
int
pthread_setname_np(pthread_t thread, const char *name)
{
  char text[NAME_SIZE];

  if (copy(text, name) == NAME_SIZE)
    return ERANGE;
  if (!__heddle_is_thread(thread))
    return ESRCH;
  __heddle_atomic_begin();
  names[thread].given = 1;
  copy(names[thread].text, text);
  __heddle_atomic_end();
  return 0;
}

/* The name that was given last; before, any name. ERANGE for a buffer of less than 16 bytes. */
int
pthread_getname_np(pthread_t thread, char *name, size_t size)
{
  char text[NAME_SIZE];
  _Bool given;

  if (size < NAME_SIZE)
    return ERANGE;
  if (!__heddle_is_thread(thread))
    return ESRCH;
  __heddle_atomic_begin();
  given = names[thread].given;
  copy(text, names[thread].text);
  __heddle_atomic_end();
  if (given) {
    copy(name, text);
    return 0;
  }
  for (int i = 0; i < NAME_SIZE - 1; i++)
    name[i] = (char)__heddle_nondet(8);
  name[NAME_SIZE - 1] = 0;
  return 0;
}
