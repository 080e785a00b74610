/* Peterson's algorithm (G. L. Peterson, Myths about the mutual exclusion problem, 1981). Each
 * thread must see the other's wish before it goes on, which takes a fence under total store order.
 * Under partial store order a wish may also be seen after the turn was given away, which is the
 * well-known wrong version of the algorithm. */
// run: --memory-model sc --rounds 3 --unwind 1 => bounded
// run: --memory-model tso --rounds 3 --unwind 1 => bug
// run: --memory-model tso --rounds 3 --unwind 1 -- -DFENCES=1 => bounded
// run: --memory-model pso --rounds 3 --unwind 1 -- -DFENCES=1 => bug
// run: --memory-model pso --rounds 3 --unwind 1 -- -DFENCES=2 => bounded
// expect: assertion failed: !inside
// brute: 3
#include "mm_mutex.h"

static atomic_int wants[2], turn;

static void
enter(int me)
{
  int other = 1 - me;

  store(&wants[me], true);
  store_fence();
  store(&turn, other);
  full_fence();
  while (load(&wants[other]) && load(&turn) == other)
    ;
}

static void
leave(int me)
{
  store(&wants[me], false);
}
