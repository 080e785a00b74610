/* The generic functions of <stdatomic.h>, explicit orders included. */
// verdict: safe
// labels: 1
#include <assert.h>
#include <stdatomic.h>

static atomic_uint u = 1;
static atomic_llong ll;
static _Atomic(int *) p;

int
main(void)
{
  static int numbers[3] = {1, 2, 3};

  assert(atomic_fetch_sub(&u, 2) == 1);
  assert(u == 0xffffffffu);
  assert(atomic_fetch_and_explicit(&u, 0xf0f0u, memory_order_relaxed) == 0xffffffffu);
  assert(atomic_fetch_or(&u, 0xfu) == 0xf0f0u);
  assert(atomic_fetch_xor(&u, 0xfu) == 0xf0ffu);
  atomic_store_explicit(&ll, -1, memory_order_release);
  assert(atomic_load_explicit(&ll, memory_order_acquire) == -1);
  assert(atomic_exchange_explicit(&ll, 1LL << 40, memory_order_acq_rel) == -1);
  assert(ll == 1LL << 40);
  atomic_store(&p, numbers);
  assert(atomic_fetch_add(&p, 2) == numbers);
  assert(*p == 3);
  atomic_thread_fence(memory_order_seq_cst);
  return 0;
}
