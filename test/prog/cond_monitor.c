/* Monitors as in textbooks. A wake-up after which the condition still fails changes nothing for
 * anybody, and needs no bound: one iteration is enough for all of them, and nothing is cut off. */
// run: --rounds 10 --unwind 1 => safe
// run: --rounds 10 --unwind 1 -- -DBREAK => safe
// run: --rounds 10 --unwind 1 -- -DFUNCTION => safe
// run: --rounds 10 --unwind 1 -- -DTIMED => safe
// run: --rounds 10 --unwind 1 -- -DC11 => safe
// run: --rounds 3 --unwind 1 -- -DUNLOCKED => bug
// run: --rounds 1 --unwind 1 -- -DIF => bug
// run: --rounds 3 --unwind 1 --no-spurious -- -DIF => bounded
// brute: 1 2
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <threads.h>
#include <time.h>

static int ready, value;

#ifdef C11
static mtx_t mutex;
static cnd_t condition;
#define LOCK mtx_lock(&mutex)
#define UNLOCK mtx_unlock(&mutex)
#define WAIT cnd_wait(&condition, &mutex)
#define SIGNAL cnd_signal(&condition)
#else
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
#define LOCK pthread_mutex_lock(&mutex)
#define UNLOCK pthread_mutex_unlock(&mutex)
#define WAIT pthread_cond_wait(&condition, &mutex)
#define SIGNAL pthread_cond_signal(&condition)
#endif

#ifdef FUNCTION
static void
sleep_until_woken(const char *who)
{
  printf("%s sleeps\n", who);
  if (WAIT)
    assert(0);
}
#endif

static void *
consume(void *argument)
{
  LOCK;
#ifdef BREAK
  for (;;) {
    if (ready && value)
      break;
    WAIT;
  }
#elif defined FUNCTION
  while (!ready)
    sleep_until_woken("consumer");
#elif defined TIMED
  struct timespec soon = {1, 0};
  while (!ready)
    pthread_cond_timedwait(&condition, &mutex, &soon);
#elif defined IF
  if (!ready)
    WAIT;
#else
  while (!ready)
    WAIT;
#endif
  assert(value == 7);
  UNLOCK;
  return argument;
}

static void *
produce(void *argument)
{
#ifdef UNLOCKED
  value = 7;
  ready = 1;
#else
  LOCK;
  value = 7;
  ready = 1;
  UNLOCK;
#endif
  SIGNAL;
  return argument;
}

int
main(void)
{
  pthread_t consumer, producer;

#ifdef C11
  mtx_init(&mutex, mtx_plain);
  cnd_init(&condition);
#endif
  pthread_create(&consumer, NULL, consume, NULL);
  pthread_create(&producer, NULL, produce, NULL);
  pthread_join(consumer, NULL);
  pthread_join(producer, NULL);
  return 0;
}
