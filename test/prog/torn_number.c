/* A machine of 32 bits moves a long long with two instructions, in any order, so another thread may see half of it. It does
 * not if the operation is atomic or a lock is held, nor on a machine of 64 bits. */
// replay: all
// run: --rounds 3 => safe
// run: --rounds 3 -- -m32 => bug
// run: --rounds 3 -- -m32 -DREADER => bug
// run: --rounds 3 -- -m32 -DLOW_ONLY => bug
// run: --rounds 3 -- -m32 -DHIGH_ONLY => bug
// run: --rounds 3 -- -m32 -DVOLATILE => bug
// run: --rounds 3 -- -m32 -DADD => bug
// run: --rounds 3 -- -m32 -DATOMIC => safe
// run: --rounds 3 -- -m32 -DATOMIC_TYPE => safe
// run: --rounds 3 -- -m32 -DLOCK => safe
// run: --rounds 3 -- -m32 -DNARROW => safe
// run: --rounds 3 --memory-model tso -- -m32 => bug
// expect: assertion failed
// brute: 2
#include <assert.h>
#include <pthread.h>

#ifdef NARROW
typedef int number;
#else
typedef long long number;
#endif
#ifdef VOLATILE
static volatile number shared;
#elif defined ATOMIC_TYPE
static _Atomic number shared;
#else
static number shared;
#endif
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

#define LOW ((number)0xffffffff)
#define HIGH ((number)-1 ^ LOW)

static void
set(number to)
{
#ifdef ATOMIC
  __atomic_store_n(&shared, to, __ATOMIC_RELAXED);
#elif defined LOCK
  pthread_mutex_lock(&mutex);
  shared = to;
  pthread_mutex_unlock(&mutex);
#else
  shared = to;
#endif
}

static number
get(void)
{
#if defined ATOMIC || defined LOW_ONLY || defined HIGH_ONLY
  return __atomic_load_n(&shared, __ATOMIC_RELAXED);
#elif defined LOCK
  pthread_mutex_lock(&mutex);
  number seen = shared;
  pthread_mutex_unlock(&mutex);
  return seen;
#else
  return shared;
#endif
}

static void *
work(void *argument)
{
#ifdef ADD
  shared++;
#elif defined READER
  __atomic_store_n(&shared, -1, __ATOMIC_RELAXED);
#else
  set(-1);
#endif
  return argument;
}

int
main(void)
{
  pthread_t thread;
  number seen;

  (void)mutex;
#ifdef ADD
  shared = LOW;
#endif
  pthread_create(&thread, NULL, work, NULL);
  seen = get();
#ifdef LOW_ONLY
  assert(seen != LOW);
#elif defined HIGH_ONLY
  assert(seen != HIGH);
#elif defined ADD
  assert(seen == LOW || seen == LOW + 1);
#else
  assert(seen == 0 || seen == -1);
#endif
  pthread_join(thread, NULL);
  assert(shared == -1 || shared == LOW + 1);
  return 0;
}
