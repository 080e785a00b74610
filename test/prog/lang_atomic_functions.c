/* Atomic operations called as functions, as older compilers do. -DWRONG leaves the flag out. */
// run: --rounds 3 --unwind 2 => bounded
// run: --rounds 2 --unwind 2 -- -m32 => bounded
// run: --rounds 2 --unwind 2 -- -DWRONG => bug
// expect: plain == 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

uint8_t __atomic_fetch_or_1(volatile void *word, uint8_t value, int order);
uint16_t __atomic_exchange_2(volatile void *word, uint16_t value, int order);
uint32_t __atomic_add_fetch_4(volatile void *word, uint32_t value, int order);
uint64_t __atomic_load_8(const volatile void *word, int order);
void __atomic_store_8(volatile void *word, uint64_t value, int order);
_Bool __atomic_compare_exchange_4(volatile void *word, void *expected, uint32_t value, int success,
                                  int failure);

static atomic_flag flag = ATOMIC_FLAG_INIT;
static int plain;
static uint32_t counter;
static uint64_t wide;

static void *
work(void *unused)
{
#ifndef WRONG
  while ((atomic_flag_test_and_set)(&flag))
    ;
  assert((atomic_flag_test_and_set_explicit)(&flag, memory_order_relaxed));
#endif
  int now = plain;
  plain = now + 1;
#ifndef WRONG
  (atomic_flag_clear_explicit)(&flag, memory_order_release);
#endif
  __atomic_add_fetch_4(&counter, 2, __ATOMIC_RELAXED);
  return unused;
}

int
main(void)
{
  pthread_t thread;
  uint8_t bits = 5;
  uint16_t half = 7;
  uint32_t expected = 3;

  assert(!(atomic_flag_test_and_set)(&flag));
  (atomic_flag_clear_explicit)(&flag, memory_order_release);
  assert(!(atomic_flag_test_and_set)(&flag));
  (atomic_flag_clear)(&flag);
  __atomic_store_8(&wide, UINT64_C(1) << 40 | 6, __ATOMIC_RELEASE);
  pthread_create(&thread, NULL, work, NULL);
  work(NULL);
  pthread_join(thread, NULL);
  (atomic_thread_fence)(memory_order_acquire);
  (atomic_signal_fence)(memory_order_acquire);
  assert(plain == 2);
  assert(counter == 4);
  assert(__atomic_load_8(&wide, __ATOMIC_ACQUIRE) == (UINT64_C(1) << 40 | 6));
  assert(__atomic_fetch_or_1(&bits, 2, __ATOMIC_SEQ_CST) == 5 && bits == 7);
  assert(__atomic_exchange_2(&half, 9, __ATOMIC_ACQ_REL) == 7 && half == 9);
  assert(!__atomic_compare_exchange_4(&counter, &expected, 1, 5, 5) && expected == 4);
  assert(__atomic_compare_exchange_4(&counter, &expected, 1, 5, 5) && counter == 1);
  assert(!(atomic_flag_test_and_set_explicit)(&flag, memory_order_acquire));
  (atomic_flag_clear)(&flag);
  assert(!(atomic_flag_test_and_set)(&flag));
  return 0;
}
