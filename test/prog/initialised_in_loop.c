/* A lock that is a variable of a loop's body is another one in each iteration, though it may lie in the same memory: to
 * initialise it is no misuse, whatever became of the one before. A variable of the function is the same one. */
// run: --unwind 2 => safe
// run: --unwind 2 -- -DSAME => bug
// expect: the mutex is initialised while it is locked
// brute: 1
#include <pthread.h>

int
main(void)
{
#ifdef SAME
  pthread_mutex_t mutex;
#endif
  for (int i = 0; i < 2; i++) {
#ifndef SAME
    pthread_mutex_t mutex;
#endif
    pthread_mutex_init(&mutex, NULL);
    pthread_mutex_lock(&mutex);
  }
  return 0;
}
