/* Lamport's fast mutual exclusion (L. Lamport, A fast mutual exclusion algorithm, 1987): without
 * contention a thread needs few accesses, however many threads there are. Twice a store must be
 * seen before a load: that of first before gate is looked at, that of gate before first is. */
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

static atomic_int tries[2], first, gate; /* first, gate: 1 + a thread's number, or 0 */

static void
enter(int me)
{
  int name = me + 1;

  for (;;) {
    store(&tries[me], true);
    store(&first, name);
    full_fence();
    if (load(&gate)) {
      store(&tries[me], false);
      while (load(&gate))
        ;
      continue;
    }
    store(&gate, name);
    full_fence();
    if (load(&first) == name)
      return;
    store(&tries[me], false);
    while (load(&tries[1 - me]))
      ;
    if (load(&gate) == name)
      return;
    while (load(&gate))
      ;
  }
}

static void
leave(int me)
{
  store(&gate, 0);
  store(&tries[me], false);
}
