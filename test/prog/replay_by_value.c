// What is passed by value is copied before the call, piece by piece, and others may come between.
// replay: all
// run: --property race -- -DRACE => bug
// run: --property race -- -DRACE -m32 => bug
// run: --property race -- -DRACE -DUNNAMED => bug
// run: --property assert --rounds 3 -- => bug
// run: --property assert --rounds 3 -- -m32 => bug
// run: --property assert --rounds 3 -- -DSECOND => bug
// run: --property race,assert --rounds 2 -- -DRIGHT => safe
// brute: no
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>

struct three {
  long a, b, c;
} shared, alone;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

#if defined UNNAMED
static int is_whole(int n, ...) {
  va_list list;
  va_start(list, n);
  struct three first = va_arg(list, struct three);
  va_end(list);
  return first.a == first.c;
}
#define CALL is_whole(1, shared)
#elif defined SECOND // the one of two
static int is_whole(struct three first, int n, struct three second) {
  return first.a + n == 1 && second.a == second.c;
}
#define CALL (*call)(alone, 1, shared)
#else
static int is_whole(struct three first) { return first.a == first.c; }
#define CALL is_whole(shared)
#endif
#if defined SECOND
static int (*call)(struct three, int, struct three) = is_whole;
#endif

static void lock(void) {
#ifdef RIGHT
  pthread_mutex_lock(&mutex);
#endif
}

static void unlock(void) {
#ifdef RIGHT
  pthread_mutex_unlock(&mutex);
#endif
}

static void *change(void *unused) {
  lock();
  shared.a = 3;
  shared.c = 3;
  unlock();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, change, 0);
  lock();
  int whole = CALL;
  unlock();
#ifndef RACE
  assert(whole);
#endif
  pthread_join(thread, 0);
  return whole;
}
