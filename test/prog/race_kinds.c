/* Who races with whom: two plain accesses, one of which writes; a plain and an atomic one. */
// replay: all
// run: --property race -- -DPLAIN => bug
// run: --property race -- -DREAD => bug
// run: --property race -- -DMIXED => bug
// run: --property race -- -DPART => bug
// run: --property race -- -DCOPY => bug
// run: --rounds 3 --property race -- -DUNLOCKED_BEFORE => bug
// run: --rounds 3 --property race -- -DLOCKED => safe
// run: --rounds 3 --property race -- -DATOMIC => safe
// run: --rounds 3 --property race -- -DRELEASED => safe
// run: --rounds 3 --property race -- -DREADERS => safe
// run: --rounds 3 --property race -- -DJOINED => safe
// run: -- -DPLAIN => safe
// expect: data race on pair.a: thread 0 (main) writes
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static struct {
  int a;
  short b[2];
} pair, copy;
static atomic_int number, flag;
static int *plain = (int *)&number;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void
touch(int who)
{
#if defined PLAIN
  pair.a = who;
#elif defined READ
  if (who)
    pair.a = who;
  else
    copy.a = pair.a;
#elif defined MIXED
  if (who)
    number = 1;
  else
    copy.a = *plain;
#elif defined PART
  if (who)
    pair.b[1] = 1;
  else
    memset(pair.b, 0, sizeof pair.b);
#elif defined COPY
  if (who)
    pair.b[0] = 1;
  else
    copy = pair;
#elif defined UNLOCKED_BEFORE
  if (who)
    pair.a = 1;
  pthread_mutex_lock(&lock);
  if (!who)
    pair.a = 2;
  pthread_mutex_unlock(&lock);
#elif defined LOCKED
  pthread_mutex_lock(&lock);
  pair.a = who;
  pthread_mutex_unlock(&lock);
#elif defined ATOMIC
  number += who;
#elif defined RELEASED
  if (who) {
    pair.a = 1;
    atomic_store_explicit(&flag, 1, memory_order_release);
  } else if (atomic_load_explicit(&flag, memory_order_acquire)) {
    pair.a = 2;
  }
#elif defined READERS
  int mine = pair.a;
  (void)mine;
  (void)who;
#endif
}

static void *
other(void *argument)
{
  touch(1);
#ifdef JOINED
  pair.a = 1;
#endif
  return argument;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, other, NULL);
  touch(0);
  pthread_join(thread, NULL);
#ifdef JOINED
  pair.a = 2;
#endif
  return 0;
}
