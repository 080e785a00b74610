/* The algorithm of Burns and Lamport with one bit for each thread (J. Burns, 1981; L. Lamport,
 * 1986), for two threads: the first waits for the second, the second gives way to the first. */
// run: --memory-model sc --rounds 3 --unwind 2 => bounded
// run: --memory-model tso --rounds 3 --unwind 2 => bug
// run: --memory-model tso --rounds 3 --unwind 2 -- -DFENCES=1 => bounded
// run: --memory-model pso --rounds 3 --unwind 2 -- -DFENCES=1 => bug
// run: --memory-model pso --rounds 3 --unwind 2 -- -DFENCES=2 => bounded
// run: --engine explicit --memory-model tso --unwind 2 => bug
// run: --engine explicit --memory-model tso --unwind 2 -- -DFENCES=1 => safe
// run: --engine explicit --memory-model pso --unwind 2 -- -DFENCES=1 => bug
// run: --engine explicit --memory-model pso --unwind 2 -- -DFENCES=2 => safe
// expect: assertion failed: !inside
// brute: 3
#include "mm_mutex.h"

static atomic_int wants[2];

static void
enter(int me)
{
  if (me == 0) {
    store(&wants[0], true);
    full_fence();
    while (load(&wants[1]))
      ;
    return;
  }
  do {
    store(&wants[1], false);
    while (load(&wants[0]))
      ;
    store(&wants[1], true);
    full_fence();
  } while (load(&wants[0]));
}

static void
leave(int me)
{
  store(&wants[me], false);
}
