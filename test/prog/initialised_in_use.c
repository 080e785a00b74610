/* To initialise what is in use is a misuse: a mutex that is locked, a condition variable, a semaphore or a barrier that
 * somebody waits at, a read-write lock or a spin lock that is held. To do it when it is in use no longer is not reported,
 * nor is what uninitialised memory happens to look like. */
// run: -- -DMUTEX -DALONE => bug
// run: -- -DMUTEX => bug
// run: -- -DMUTEX -DONCE => safe
// run: -- -DSTATIC_MUTEX => bug
// run: -- -DLOCAL_MUTEX => bug
// run: -- -DHEAP_MUTEX => bug
// run: -- -DHEAP_MUTEX -DONCE => safe
// run: --no-spurious -- -DCONDITION => bug
// run: --no-spurious -- -DCONDITION -DONCE => bounded
// run: -- -DSEMAPHORE => bug
// run: -- -DSEMAPHORE -DONCE => safe
// run: -- -DSEMAPHORE -DFREE => bounded
// run: -- -DBARRIER => bug
// run: -- -DBARRIER -DONCE => bounded
// run: -- -DREADER => bug
// run: -- -DREADER -DALONE => bug
// run: -- -DWRITER => bug
// run: -- -DWRITER -DALONE => bug
// run: -- -DWRITER -DONCE => safe
// run: -- -DSPIN => bug
// run: -- -DSPIN -DALONE => bug
// run: -- -DSPIN -DONCE => safe
// brute: 2
// expect: misuse of the thread library: the mutex is initialised while it is locked
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

#if defined MUTEX
static pthread_mutex_t thing;
#define INITIALISE() pthread_mutex_init(&thing, NULL)
#define BEGIN() pthread_mutex_lock(&thing)
#define END() pthread_mutex_unlock(&thing)
#elif defined STATIC_MUTEX
static struct {
  int other;
  pthread_mutex_t mutex;
} thing = {1, PTHREAD_MUTEX_INITIALIZER};
#define INITIALISE() (thing.other ? (thing.other = 0) : pthread_mutex_init(&thing.mutex, NULL))
#define BEGIN() pthread_mutex_lock(&thing.mutex)
#define END() pthread_mutex_unlock(&thing.mutex)
#elif defined LOCAL_MUTEX || defined HEAP_MUTEX
static pthread_mutex_t *thing;
#define INITIALISE() pthread_mutex_init(thing, NULL)
#define BEGIN() pthread_mutex_lock(thing)
#define END() pthread_mutex_unlock(thing)
#elif defined CONDITION
static pthread_cond_t thing;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int over;
#define INITIALISE() pthread_cond_init(&thing, NULL)
#define BEGIN()                                                                                    \
  pthread_mutex_lock(&mutex);                                                                      \
  if (!over)                                                                                       \
  pthread_cond_wait(&thing, &mutex)
#define END() pthread_mutex_unlock(&mutex)
#define FINISH()                                                                                   \
  pthread_mutex_lock(&mutex);                                                                      \
  over = 1;                                                                                        \
  pthread_cond_signal(&thing);                                                                     \
  pthread_mutex_unlock(&mutex)
#elif defined SEMAPHORE
static sem_t thing;
#ifdef FREE
#define INITIALISE() sem_init(&thing, 0, 1)
#else
#define INITIALISE() sem_init(&thing, 0, 0)
#define FINISH() sem_post(&thing)
#endif
#define BEGIN() sem_wait(&thing)
#define END() (void)0
#elif defined BARRIER
static pthread_barrier_t thing;
#define INITIALISE() pthread_barrier_init(&thing, NULL, 2)
#define BEGIN() pthread_barrier_wait(&thing)
#define END() (void)0
#define FINISH() pthread_barrier_wait(&thing)
#elif defined READER || defined WRITER
static pthread_rwlock_t thing;
#define INITIALISE() pthread_rwlock_init(&thing, NULL)
#ifdef READER
#define BEGIN() pthread_rwlock_rdlock(&thing)
#else
#define BEGIN() pthread_rwlock_wrlock(&thing)
#endif
#define END() pthread_rwlock_unlock(&thing)
#else
static pthread_spinlock_t thing;
#define INITIALISE() pthread_spin_init(&thing, PTHREAD_PROCESS_PRIVATE)
#define BEGIN() pthread_spin_lock(&thing)
#define END() pthread_spin_unlock(&thing)
#endif
#ifndef FINISH
#define FINISH() (void)0
#endif

static void *
use(void *argument)
{
  BEGIN();
  END();
  return argument;
}

int
main(void)
{
  pthread_t thread;
#ifdef LOCAL_MUTEX
  pthread_mutex_t own;
  thing = &own;
#elif defined HEAP_MUTEX
  thing = malloc(2 * sizeof *thing);
#endif

  INITIALISE();
#ifdef ALONE
  BEGIN();
  INITIALISE();
  return 0;
#endif
  pthread_create(&thread, NULL, use, NULL);
#ifndef ONCE
  INITIALISE();
#endif
  FINISH();
  pthread_join(thread, NULL);
  INITIALISE();
  return 0;
}
