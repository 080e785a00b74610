/* A thread that polls a flag under a lock waits for it: one iteration stands for any number. -DEARLY
 * sets the flag before the data, -DNEVER not at all. KIND is the lock. */
// run: --unwind 1 --engine explicit => safe
// run: --unwind 1 --engine order => safe
// run: --engine rounds --rounds 3 --unwind 1 -- -DEARLY => bug
// run: --engine rounds --rounds 3 --unwind 1 -- -DNEVER => bug
// run: --unwind 1 --engine explicit -- -DKIND=1 => safe
// run: --unwind 1 --engine explicit -- -DKIND=1 -DEARLY => bug
// run: --unwind 1 --engine explicit -- -DKIND=1 -DNEVER => bug
// run: --unwind 1 --engine explicit -- -DKIND=2 => safe
// run: --unwind 1 --engine explicit -- -DKIND=2 -DNEVER => bug
// run: --unwind 1 --engine explicit -- -DKIND=3 => safe
// run: --unwind 1 --engine explicit -- -DKIND=3 -DEARLY => bug
// run: --unwind 1 --engine explicit -- -DKIND=3 -DNEVER => bug
// run: --unwind 1 --engine explicit -- -DKIND=4 => safe
// run: --unwind 1 --engine explicit -- -DKIND=4 -DEARLY => bug
// run: --unwind 1 --engine explicit -- -DKIND=4 -DNEVER => bug
// run: --unwind 1 --engine explicit --property all => safe
// run: --unwind 1 --engine order --memory-model pso => safe
// run: --unwind 1 --engine order --memory-model tso -- -DNEVER => bug
// run: --unwind 1 --engine order --memory-model pso -- -DEARLY => bug
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#ifndef KIND
#define KIND 0
#endif

#if KIND < 3
static pthread_mutex_t mutex;
#define TAKE pthread_mutex_lock(&mutex)
#define GIVE pthread_mutex_unlock(&mutex)
#define END pthread_mutex_destroy(&mutex)
#elif KIND == 3
static pthread_spinlock_t lock;
#define TAKE pthread_spin_lock(&lock)
#define GIVE pthread_spin_unlock(&lock)
#define END pthread_spin_destroy(&lock)
#else
static pthread_rwlock_t lock;
#define TAKE pthread_rwlock_wrlock(&lock)
#define GIVE pthread_rwlock_unlock(&lock)
#define END pthread_rwlock_destroy(&lock)
#endif

static bool ready;
static int data;

static void
begin(void)
{
#if KIND < 3
  static const int kinds[] = {PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_RECURSIVE,
                              PTHREAD_MUTEX_ERRORCHECK};
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, kinds[KIND]);
  pthread_mutex_init(&mutex, &attributes);
  pthread_mutexattr_destroy(&attributes);
#elif KIND == 3
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
#else
  pthread_rwlock_init(&lock, NULL);
#endif
}

static void
put(int value)
{
  TAKE;
  data = value;
  GIVE;
}

static void
tell(void)
{
#ifndef NEVER
  TAKE;
  ready = true;
  GIVE;
#endif
}

static void *
produce(void *unused)
{
#ifdef EARLY
  tell();
  put(1);
#else
  put(1);
  tell();
#endif
  return unused;
}

int
main(void)
{
  pthread_t thread;
  bool done;
  begin();
  pthread_create(&thread, NULL, produce, NULL);
  do {
    TAKE;
    done = ready;
    GIVE;
  } while (!done);
  TAKE;
  assert(data == 1);
  GIVE;
  pthread_join(thread, NULL);
  END;
  return 0;
}
