/* To look again before one waits is an access of its own, under a condition of its own. When it had that of
 * the first look, a race was found that does not happen. */
// run: --property race --rounds 3 --unwind 1 --tile-size 1 --instance tiles/0:0/1:1/2:1 => bounded
// run: --property race --rounds 3 --unwind 1 => bug
// expect: data race
#include <pthread.h>

static int set, sum;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *
wait(void *none)
{
  pthread_mutex_lock(&mutex);
  while (!set)
    pthread_cond_wait(&changed, &mutex);
  set += 1;
  pthread_mutex_unlock(&mutex);
  sum += set;
  return none;
}

static void *
change(void *none)
{
  set |= 258 * sum;
  set += 2;
  return none;
}

int
main(void)
{
  pthread_t first, second;
  pthread_create(&first, NULL, wait, NULL);
  pthread_mutex_lock(&mutex);
  set = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  pthread_create(&second, NULL, change, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
}
