/* Dining philosophers: each takes the stick on the left, then the one on the right. If all have taken
 * their left sticks, nobody ever eats. It helps that one of them is left-handed: -DRIGHT.
 *
 * -DN=5 sets how many there are. */
// run: => bug
// run: --rounds 3 -- -DRIGHT => bounded
// run: -- -DN=5 => bug
// run: -- -DN=5 -DRIGHT => bounded
// run: -- -DN=7 => bug
// run: -- -DN=7 -DRIGHT => bounded
// expect: deadlock
// expect: wait for each other
// expect: waits for sticks[
#include <pthread.h>

#ifndef N
#define N 3
#endif

static pthread_mutex_t sticks[N];
static int meals;
static pthread_mutex_t counter = PTHREAD_MUTEX_INITIALIZER;

static void *
philosopher(void *argument)
{
  int first = *(int *)argument, second = (first + 1) % N;

#ifdef RIGHT
  if (first == N - 1) {
    first = 0;
    second = N - 1;
  }
#endif
  pthread_mutex_lock(&sticks[first]);
  pthread_mutex_lock(&sticks[second]);
  pthread_mutex_lock(&counter);
  meals++;
  pthread_mutex_unlock(&counter);
  pthread_mutex_unlock(&sticks[second]);
  pthread_mutex_unlock(&sticks[first]);
  return NULL;
}

int
main(void)
{
  pthread_t thread[N];
  int seat[N];

  for (int i = 0; i < N; i++)
    pthread_mutex_init(&sticks[i], NULL);
  for (int i = 0; i < N; i++) {
    seat[i] = i;
    pthread_create(&thread[i], NULL, philosopher, &seat[i]);
  }
  for (int i = 0; i < N; i++)
    pthread_join(thread[i], NULL);
  return meals != N;
}

// why: pthread_mutex_lock(&sticks[first]);
// why: pthread_mutex_lock(&sticks[second]);
