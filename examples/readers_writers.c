/* Readers and writers: any number of threads may read at the same time, but whoever writes is alone. The
 * writers change two numbers, one after the other, and no reader sees them differ. With -DWRONG the second
 * number is written after the lock was given back. */
// run: --time 600 => safe
// run: --time 600 -- -DWRONG => bug
// expect: assertion failed: left == right
// brute: no
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int readers, writing;
static int left, right;

static void *
read_both(void *argument)
{
  pthread_mutex_lock(&mutex);
  while (writing)
    pthread_cond_wait(&changed, &mutex);
  readers++;
  pthread_mutex_unlock(&mutex);

  assert(left == right);

  pthread_mutex_lock(&mutex);
  readers--;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
  return argument;
}

static void *
write_both(void *argument)
{
  pthread_mutex_lock(&mutex);
  while (readers || writing)
    pthread_cond_wait(&changed, &mutex);
  writing = 1;
  pthread_mutex_unlock(&mutex);

  left++;
#ifndef WRONG
  right++;
#endif

  pthread_mutex_lock(&mutex);
  writing = 0;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
#ifdef WRONG
  right++;
#endif
  return argument;
}

int
main(void)
{
  static void *(*const parts[])(void *) = {read_both, write_both, read_both};
  pthread_t threads[3];

  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, parts[i], NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  assert(left == 1 && right == 1);
  return 0;
}

// why: right++;
// why: assert(left == right);
