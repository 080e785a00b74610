/* A failing compare-and-exchange leaves what it found in `expected`. */
// verdict: safe
// labels: 1
#include <assert.h>
#include <stdatomic.h>

static atomic_int x = 7;

int
main(void)
{
  int expected = 3;

  assert(!atomic_compare_exchange_strong(&x, &expected, 9));
  assert(expected == 7 && x == 7);
  assert(atomic_compare_exchange_strong(&x, &expected, 9));
  assert(expected == 7 && x == 9);
  return 0;
}
