/* The results of the __sync builtins. */
// verdict: safe
// labels: 1
#include <assert.h>

static int x;
static long lock;

int
main(void)
{
  assert(__sync_fetch_and_add(&x, 5) == 0);
  assert(__sync_add_and_fetch(&x, 5) == 10);
  assert(__sync_fetch_and_sub(&x, 3) == 10);
  assert(__sync_sub_and_fetch(&x, 1) == 6);
  assert(__sync_fetch_and_or(&x, 9) == 6);
  assert(__sync_fetch_and_and(&x, 13) == 15);
  assert(__sync_fetch_and_xor(&x, 1) == 13);
  assert(__sync_bool_compare_and_swap(&x, 12, 20));
  assert(!__sync_bool_compare_and_swap(&x, 12, 30));
  assert(__sync_val_compare_and_swap(&x, 20, 40) == 20);
  assert(__sync_val_compare_and_swap(&x, 20, 50) == 40);
  assert(__sync_lock_test_and_set(&lock, 1) == 0);
  assert(__sync_lock_test_and_set(&lock, 1) == 1);
  __sync_lock_release(&lock);
  __sync_synchronize();
  assert(lock == 0);
  return 0;
}
