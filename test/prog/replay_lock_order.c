// A race, in a program that takes its locks in both orders or misuses them: ThreadSanitizer reports
// that too, without any access, and it is no race. A replay must wait for the race.
// replay: all
// run: --property race -- -DBOTH_ORDERS => bug
// run: --property race --rounds 3 -- -DALONE => bug
// run: --property race -- -DREADERS => bug
// run: --property race -- -DFOREIGN => bug
// run: --property race -- -DBOTH_ORDERS -DRIGHT => bounded
// expect: data race on shared
#include <pthread.h>

pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t readers = PTHREAD_RWLOCK_INITIALIZER;
int shared;

static void access_it(void) {
#ifdef RIGHT
  pthread_mutex_lock(&first);
#endif
  shared++;
#ifdef RIGHT
  pthread_mutex_unlock(&first);
#endif
}

static void in_order(pthread_mutex_t *a, pthread_mutex_t *b) {
  pthread_mutex_lock(a);
  pthread_mutex_lock(b);
  pthread_mutex_unlock(b);
  pthread_mutex_unlock(a);
}

#if defined BOTH_ORDERS // one after the other, in most runs
static void left(void) { in_order(&first, &second); }
static void right(void) { in_order(&second, &first); }
#elif defined ALONE // by one thread, the last time just before the race
static void left(void) {}
static void right(void) {
  in_order(&first, &second);
  in_order(&second, &first);
}
#elif defined READERS
static void left(void) {
  pthread_rwlock_rdlock(&readers);
  pthread_mutex_lock(&first);
  pthread_mutex_unlock(&first);
  pthread_rwlock_unlock(&readers);
}
static void right(void) {
  pthread_mutex_lock(&first);
  pthread_rwlock_rdlock(&readers);
  pthread_rwlock_unlock(&readers);
  pthread_mutex_unlock(&first);
}
#else // a mutex that another thread has locked
static void left(void) { pthread_mutex_unlock(&first); }
static void right(void) {}
#endif

static void *run_left(void *unused) {
  left();
  access_it();
  return unused;
}

int main(void) {
  pthread_t thread;
#ifdef FOREIGN
  pthread_mutex_lock(&first);
#endif
  pthread_create(&thread, 0, run_left, 0);
  right();
  access_it();
  pthread_join(thread, 0);
}
