/* The results of the __atomic builtins, in several widths. */
// verdict: safe
// labels: 1
#include <assert.h>
#include <stdbool.h>

static unsigned char c = 250;
static short s;
static long l = 1;

int
main(void)
{
  unsigned char expected = 0;
  short in = 4, out;

  assert(__atomic_fetch_add(&c, 10, __ATOMIC_SEQ_CST) == 250);
  assert(__atomic_load_n(&c, __ATOMIC_ACQUIRE) == 4);
  assert(__atomic_sub_fetch(&c, 5, __ATOMIC_RELAXED) == 255);
  assert(!__atomic_compare_exchange_n(&c, &expected, 1, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
  assert(expected == 255);
  assert(__atomic_compare_exchange_n(&c, &expected, 1, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
  __atomic_exchange(&s, &in, &out, __ATOMIC_ACQ_REL);
  assert(out == 0 && s == 4);
  assert(__atomic_fetch_nand(&s, 6, __ATOMIC_SEQ_CST) == 4);
  assert(s == ~4);
  __atomic_store_n(&l, -3L, __ATOMIC_RELEASE);
  assert(__atomic_xor_fetch(&l, -1L, __ATOMIC_SEQ_CST) == 2);
  assert(__atomic_or_fetch(&l, 5L, __ATOMIC_SEQ_CST) == 7);
  assert(__atomic_and_fetch(&l, 3L, __ATOMIC_SEQ_CST) == 3);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  return 0;
}
