/* Readers and writers, where a writer that waits keeps new readers out. The wrong writer does not wait until the
 * readers have left. */
// run: --time 600 => safe
// run: --time 600 -- -DWRONG => bug
// brute: no
// expect: left == right
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int readers, waiting, writing;
static int left, right;

static void *
read_both(void *argument)
{
  pthread_mutex_lock(&mutex);
  while (waiting || writing)
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
  waiting++;
#ifdef WRONG
  while (writing)
#else
  while (readers || writing)
#endif
    pthread_cond_wait(&changed, &mutex);
  waiting--;
  writing = 1;
  pthread_mutex_unlock(&mutex);

  left++;
  right++;

  pthread_mutex_lock(&mutex);
  writing = 0;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
  return argument;
}

int
main(void)
{
  static void *(*const parts[])(void *) = {read_both, write_both, read_both, write_both};
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, parts[i], NULL);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  assert(left == 2 && right == 2);
  return 0;
}
