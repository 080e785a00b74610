/* Bugs that need a certain result from the world outside, or that only a model notices; see
 * test/replay.sh. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int __VERIFIER_nondet_int(void);
int mystery(void);
void *wait_for(void *number);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int asleep, first;

void *wait_for(void *number) {
  pthread_mutex_lock(&mutex);
  asleep++;
  pthread_cond_wait(&condition, &mutex);
  if (!first)
    first = *(int *)number;
  pthread_mutex_unlock(&mutex);
  return number;
}

int main(void) {
#if defined MALLOC
  int *block = malloc(sizeof *block);
  *block = 1;
  free(block);
#elif defined CALLOC /* one of two */
  int *one = malloc(4), *two = calloc(1, 4);
  assert(!one || two);
#elif defined FILES
  assert(fopen("data", "r"));
#elif defined CLOCK
  assert(time(NULL) != 4711);
#elif defined INPUT
  assert(__VERIFIER_nondet_int() != 4711);
#elif defined UNSET
  int number;
  assert(number != 4711);
#elif defined UNKNOWN
  assert(mystery() != 4711);
#elif defined WEAK
  atomic_int cell = 0;
  int expected = 0;
  assert(atomic_compare_exchange_weak(&cell, &expected, 1));
#elif defined WAKE_UP
  pthread_mutex_lock(&mutex);
  pthread_cond_wait(&condition, &mutex);
  assert(first);
#elif defined TIME_OUT
  struct timespec time = {0, 0};
  pthread_mutex_lock(&mutex);
  assert(pthread_cond_timedwait(&condition, &mutex, &time) != ETIMEDOUT);
#elif defined SIGNAL || defined ONLY_ONE
  static int one = 1, two = 2;
  pthread_t a, b;
#ifdef SIGNAL
  pthread_create(&a, 0, wait_for, &one);
#endif
  pthread_create(&b, 0, wait_for, &two);
  pthread_mutex_lock(&mutex);
#ifdef SIGNAL
  if (asleep == 2)
#endif
    pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  pthread_join(b, 0);
  assert(first != 2);
#elif defined UNLOCK
  pthread_mutex_unlock(&mutex);
#elif defined DESTROY
  pthread_mutex_lock(&mutex);
  pthread_mutex_destroy(&mutex);
#endif
}
