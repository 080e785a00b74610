// Read-modify-writes of every order, seq_cst stores and what needs a lock are barriers, also if only
// one thread knows the object.
// run: --memory-model tso --rounds 3 --property assert => bounded
// run: --memory-model pso --rounds 3 --property assert => bounded
// run: --memory-model tso --rounds 3 --property assert -- -DNOTHING => bug
// replay: no, a machine does not do it on demand
// brute: 2
#include "mm_lib.h"
#include <stdatomic.h>

struct three {
  long at[3];
};

static atomic_int own_number[3], common;
static atomic_flag own_flag[3];
static _Atomic __int128 own_wide[3];
static _Atomic(struct three) own_three[3];
static int own_section[3];

static void
operation(int own, int which)
{
  int expected = 5;
  struct three three = {{1, 2, 3}};

  switch (which) {
  case 0:
    atomic_fetch_add_explicit(&own_number[own], 1, memory_order_relaxed);
    break;
  case 1:
    atomic_compare_exchange_strong_explicit(&common, &expected, 1, memory_order_relaxed,
                                            memory_order_relaxed);
    break;
  case 2:
    atomic_flag_test_and_set_explicit(&own_flag[own], memory_order_acquire);
    break;
  case 3:
    atomic_store(&own_number[own], 1);
    break;
  case 4:
    atomic_store(&common, 1);
    break;
  case 5:
    own_wide[own] = 1;
    break;
  case 6:
    own_three[own] = three;
    break;
  case 7:
    __VERIFIER_atomic_begin();
    own_section[own] = 1;
    __VERIFIER_atomic_end();
    break;
  default:
    __sync_lock_test_and_set(&own_section[own], 1);
  }
}

int
main(void)
{
  store_buffering();
  return 0;
}
