/* Which of two sleepers a signal wakes is open: either of them. */
// run: --rounds 3 --unwind 1 --no-spurious --property assert -- -DNOT=1 => bug
// run: --rounds 3 --unwind 1 --no-spurious --property assert -- -DNOT=2 => bug
// run: --rounds 3 --unwind 1 --no-spurious --property assert -- -DNOT=3 => bounded
// expect: woken != NOT
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int waiting, woken;

static void
sleep_as(int number)
{
  pthread_mutex_lock(&mutex);
  waiting++;
  pthread_cond_wait(&condition, &mutex);
  woken += number;
  assert(woken != NOT);
  pthread_mutex_unlock(&mutex);
}

static void *
one(void *argument)
{
  sleep_as(1);
  return argument;
}

static void *
two(void *argument)
{
  sleep_as(2);
  return argument;
}

int
main(void)
{
  pthread_t a, b;

  pthread_create(&a, NULL, one, NULL);
  pthread_create(&b, NULL, two, NULL);
  pthread_mutex_lock(&mutex);
  if (waiting == 2)
    pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  return 0;
}
