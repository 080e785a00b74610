/* Every attribute of a thread: what is set can be read again, and what is no value is refused. */
// run: --rounds 2 --unwind 1 => safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

static pthread_attr_t all;
static _Alignas(16) char memory[1 << 15];

static void
sizes(void)
{
  size_t size;
  void *stack;

  assert(pthread_attr_setstacksize(&all, 1) == EINVAL);
  assert(pthread_attr_setstacksize(&all, 1 << 20) == 0);
  assert(pthread_attr_getstacksize(&all, &size) == 0 && size == 1 << 20);
  assert(pthread_attr_setguardsize(&all, 8192) == 0);
  assert(pthread_attr_getguardsize(&all, &size) == 0 && size == 8192);
  assert(pthread_attr_setstack(&all, memory, 1) == EINVAL);
  assert(pthread_attr_setstack(&all, memory, sizeof memory) == 0);
  assert(pthread_attr_getstack(&all, &stack, &size) == 0);
  assert(stack == memory && size == sizeof memory);
}

static void
scheduling(void)
{
  struct sched_param parameters = {.sched_priority = 7};
  int value;

  assert(pthread_attr_getscope(&all, &value) == 0 && value == PTHREAD_SCOPE_SYSTEM);
  assert(pthread_attr_setscope(&all, PTHREAD_SCOPE_SYSTEM) == 0);
  assert(pthread_attr_setscope(&all, 77) == EINVAL);
  assert(pthread_attr_getinheritsched(&all, &value) == 0 && value == PTHREAD_INHERIT_SCHED);
  assert(pthread_attr_setinheritsched(&all, 77) == EINVAL);
  assert(pthread_attr_setinheritsched(&all, PTHREAD_EXPLICIT_SCHED) == 0);
  assert(pthread_attr_getinheritsched(&all, &value) == 0 && value == PTHREAD_EXPLICIT_SCHED);
  assert(pthread_attr_setschedparam(&all, &parameters) == EINVAL);
  assert(pthread_attr_setschedpolicy(&all, 77) == EINVAL);
  assert(pthread_attr_setschedpolicy(&all, SCHED_FIFO) == 0);
  value = 77;
  assert(pthread_attr_getschedpolicy(&all, &value) == 0 && value == SCHED_FIFO);
  assert(pthread_attr_setschedparam(&all, &parameters) == 0);
  parameters.sched_priority = 0;
  assert(pthread_attr_getschedparam(&all, &parameters) == 0 && parameters.sched_priority == 7);
}

int
main(void)
{
  int state;

  pthread_attr_init(&all);
  assert(pthread_attr_setdetachstate(&all, 77) == EINVAL);
  assert(pthread_attr_getdetachstate(&all, &state) == 0 && state == PTHREAD_CREATE_JOINABLE);
  sizes();
  scheduling();
  assert(pthread_attr_destroy(&all) == 0);
  return 0;
}
