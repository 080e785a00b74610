/* Szymanski's algorithm (B. K. Szymanski, A simple solution to Lamport's concurrent programming
 * problem with linear wait, 1988), for two threads. The one variable of each thread says how far
 * it is in the waiting room; each change of it is followed by a look at the other's. */
// run: --memory-model sc --rounds 3 --unwind 1 => bounded
// run: --memory-model tso --rounds 3 --unwind 1 => bug
// run: --memory-model tso --rounds 3 --unwind 1 -- -DFENCES=1 => bounded
// run: --memory-model pso --rounds 3 --unwind 1 -- -DFENCES=1 => bug
// run: --memory-model pso --rounds 3 --unwind 1 -- -DFENCES=2 => bounded
// run: --engine explicit --memory-model tso --unwind 2 => bug
// run: --engine explicit --memory-model tso --unwind 2 -- -DFENCES=1 => safe
// run: --engine explicit --memory-model pso --unwind 2 -- -DFENCES=1 => bug
// run: --engine explicit --memory-model pso --unwind 2 -- -DFENCES=2 => safe
// expect: assertion failed: !inside
// brute: 3
#include "mm_mutex.h"

enum { OUTSIDE, WISHES, WAITS_FOR_OTHER, IN_DOORWAY, DOOR_CLOSED };

static atomic_int state[2];

static void
go(int me, int where)
{
  store(&state[me], where);
  full_fence();
}

static void
enter(int me)
{
  int other = 1 - me;

  go(me, WISHES);
  while (load(&state[other]) >= IN_DOORWAY)
    ;
  go(me, IN_DOORWAY);
  if (load(&state[other]) == WISHES) {
    go(me, WAITS_FOR_OTHER);
    while (load(&state[other]) != DOOR_CLOSED)
      ;
  }
  go(me, DOOR_CLOSED);
  if (me == 1)
    while (load(&state[other]) >= WAITS_FOR_OTHER)
      ;
}

static void
leave(int me)
{
  int other_state;

  if (me == 0)
    do
      other_state = load(&state[1]);
    while (other_state == WAITS_FOR_OTHER || other_state == IN_DOORWAY);
  store(&state[me], OUTSIDE);
}
