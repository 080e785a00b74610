// A load and a store are two operations, however wide: an update gets lost.
// run: --rounds 3 --unwind 3 => bug
// expect: assertion failed: sum == 2 * STEP
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define STEP (((__int128)1 << 64) + 1)

static _Atomic __int128 sum;

static void *
adder(void *argument)
{
  if (argument) {
    __int128 old = atomic_load(&sum);
    atomic_store(&sum, old + STEP);
  } else {
    atomic_fetch_add(&sum, STEP);
  }
  return NULL;
}

int
main(void)
{
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, adder, NULL);
  pthread_create(&threads[1], NULL, adder, &sum);
  __int128 now = sum;
  assert((now >> 64) == (long)now && (long)now <= 2);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  assert(sum == 2 * STEP);
  assert(atomic_exchange(&sum, -1) == 2 * STEP && atomic_fetch_and(&sum, STEP) == -1);
  assert(atomic_fetch_xor(&sum, 1) == STEP && atomic_fetch_or(&sum, 6) == STEP - 1);
  assert(atomic_fetch_sub(&sum, 7) == STEP + 5 && sum == STEP - 2);
  return 0;
}
