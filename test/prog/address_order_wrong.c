/* Two locks are taken in the order of their addresses by one thread, and in the order that the other
 * takes to be the same: it is not if the variables lie the other way round. */
// args: --rounds 2 --unwind 1
// verdict: bug
// expect: wait for each other
// brute: no
// replay: no, a process cannot be told where to have its objects
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;

static void *
by_name(void *argument)
{
  pthread_mutex_lock(&one);
  pthread_mutex_lock(&two);
  pthread_mutex_unlock(&two);
  pthread_mutex_unlock(&one);
  return argument;
}

int
main(void)
{
  pthread_t a;
  pthread_mutex_t *first = (uintptr_t)&one < (uintptr_t)&two ? &one : &two;

  pthread_create(&a, NULL, by_name, NULL);
  pthread_mutex_lock(first);
  pthread_mutex_lock(first == &one ? &two : &one);
  pthread_mutex_unlock(&one);
  pthread_mutex_unlock(&two);
  pthread_join(a, NULL);
  return 0;
}
