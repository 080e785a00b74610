/* Dekker's algorithm (E. W. Dijkstra, Cooperating sequential processes, 1965). Whoever raises a
 * flag looks at the other's flag afterwards: a store and a load, so that takes a fence. Under
 * partial store order the flag can also be seen lowered before what was done inside. */
// run: --memory-model sc --rounds 3 --unwind 2 => bounded
// run: --memory-model tso --rounds 3 --unwind 2 => bug
// run: --memory-model tso --rounds 3 --unwind 2 -- -DFENCES=1 => bounded
// run: --memory-model pso --rounds 3 --unwind 2 -- -DFENCES=1 => bug
// run: --memory-model pso --rounds 3 --unwind 2 -- -DFENCES=2 => bounded
// expect: assertion failed: !inside
// brute: 3
#include "mm_mutex.h"

static atomic_int wants[2], turn;

static void
enter(int me)
{
  int other = 1 - me;

  store(&wants[me], true);
  full_fence();
  while (load(&wants[other]))
    if (load(&turn) != me) {
      store(&wants[me], false);
      while (load(&turn) != me)
        ;
      store(&wants[me], true);
      full_fence();
    }
}

static void
leave(int me)
{
  store(&turn, 1 - me);
  store(&wants[me], false);
}
