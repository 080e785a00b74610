/* Lamport's bakery (L. Lamport, A new solution of Dijkstra's concurrent programming problem,
 * 1974): draw a number, then wait for those with a lower one. That a thread is drawing must be
 * seen before it looks at the numbers, and its number before it looks whether others draw: two
 * fences. Under partial store order the number must be seen before the end of the drawing, too. */
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

static atomic_int draws[2], number[2];

static void
enter(int me)
{
  int other = 1 - me, its, mine;

  store(&draws[me], true);
  full_fence();
  mine = load(&number[other]) + 1;
  store(&number[me], mine);
  store_fence();
  store(&draws[me], false);
  full_fence();
  while (load(&draws[other]))
    ;
  do
    its = load(&number[other]);
  while (its && (its < mine || (its == mine && other < me)));
}

static void
leave(int me)
{
  store(&number[me], 0);
}
