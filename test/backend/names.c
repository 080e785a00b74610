/* Names that mean something to the tools which read the program, or in headers that it includes. */
#include <assert.h>
#include <pthread.h>

static int SIZE_MAX, UINT32_MAX, HEDDLE_TOOL, klee_assume, nondet_unsigned, offsetof, ptrdiff_t;

static void *
increment(void *argument)
{
  SIZE_MAX++, UINT32_MAX++, HEDDLE_TOOL++, klee_assume++;
  nondet_unsigned++, offsetof++, ptrdiff_t++;
  return argument;
}

int
main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, increment, NULL);
  increment(NULL);
  pthread_join(thread, NULL);
  assert(SIZE_MAX + UINT32_MAX + HEDDLE_TOOL + klee_assume + nondet_unsigned + offsetof +
           ptrdiff_t ==
         14);
  return 0;
}
