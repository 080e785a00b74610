/* Under memory models with late stores, relaxed accesses count as synchronising. That is said. */
// run: --rounds 7 --unwind 1 --property race --memory-model tso => bounded
// run: --rounds 9 --unwind 1 --property race --memory-model pso => bounded
// expect: assumed: relaxed accesses synchronise: races by the orders of C are looked for under --memory-model sc only
// brute: 2
#define STORE relaxed
#define LOAD relaxed
#include "race_orders.c"
