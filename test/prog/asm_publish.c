// A message and its flag. On these processors the flag is stored behind the message; but a compiler that is
// not told that memory changes may store it earlier, and so it is a data race.
// run: --rounds 3 --unwind 2 --property race -- -DTOLD => safe
// run: --rounds 3 --unwind 2 --property race => bug
// run: --rounds 3 --unwind 2 => safe
// run: --rounds 3 --unwind 2 --memory-model pso -- -DTOLD => bounded
// replay: no, a machine does not do it on demand
// brute: 2
#include <assert.h>
#include <pthread.h>

#ifdef TOLD
#define CHANGES "memory"
#else
#define CHANGES "cc"
#endif

static int message, flag;

static void *
writer(void *unused)
{
  message = 1;
  __asm__ volatile("movl %1, %0" : "=m"(flag) : "ir"(1) : CHANGES);
  return unused;
}

int
main(void)
{
  pthread_t thread;
  int seen;

  pthread_create(&thread, NULL, writer, NULL);
  __asm__ volatile("movl %1, %0" : "=r"(seen) : "m"(flag) : CHANGES);
  if (seen)
    assert(message == 1);
  return 0;
}
