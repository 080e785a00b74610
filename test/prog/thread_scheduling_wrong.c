/* The program takes it for granted that it has the right to a real-time policy. */
// run: --rounds 1 --unwind 1 => bug
// expect: error == 0
#include <assert.h>
#include <pthread.h>
#include <sched.h>

int
main(void)
{
  struct sched_param parameters = {.sched_priority = 5};
  int error = pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters);

  assert(error == 0);
  return 0;
}
