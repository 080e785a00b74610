// Races with what a thread does behind, before and in an atomic section, also one that locks: in the
// end the threads of a replay have to go on to accesses that are in no step any more.
// replay: all
// run: --property race -- -DBEHIND => bug
// run: --property race -- -DINSIDE => bug
// run: --property race -- -DINSIDE -m32 => bug
// run: --property race -- -DLOCKS => bug
// run: --property race -- -DLOCKS -m32 => bug
// run: --property race -- -DFUNCTION => bug
// run: --property race -- -DCOPY => bug
// run: --property race --rounds 3 -- -DLATER => bug
// run: --property race -- -DBEHIND -DRIGHT => safe
// expect: data race on shared
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
struct pair {
  long a, b;
} shared, other;
int done, turn;

void __VERIFIER_atomic_step(void) {
  pthread_mutex_lock(&mutex);
  shared.b = 1;
  pthread_mutex_unlock(&mutex);
}

static void step(void) {
#if defined FUNCTION
  __VERIFIER_atomic_step();
#elif defined LATER // the first race on this memory is another one
  shared.a = 1;
  __VERIFIER_atomic_begin();
  turn = 1;
  __VERIFIER_atomic_end();
  shared.a = 2;
#else
  __VERIFIER_atomic_begin();
  done++;
#if defined LOCKS
  pthread_mutex_lock(&mutex);
  shared.b = 1;
  pthread_mutex_unlock(&mutex);
#elif defined INSIDE || defined RIGHT
  shared.b = 1;
#elif defined COPY
  shared = other;
#endif
  __VERIFIER_atomic_end();
#ifndef RIGHT
  shared.b = 2;
#endif
#endif
}

static void *run(void *unused) {
  step();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  __VERIFIER_atomic_begin();
  done++;
  int seen = turn;
#ifdef RIGHT
  shared.b = 3;
#endif
  __VERIFIER_atomic_end();
#ifdef LATER
  if (seen)
    shared.a = 3;
#elif !defined RIGHT
  shared.b = 3;
#endif
  pthread_join(thread, 0);
  return seen;
}
