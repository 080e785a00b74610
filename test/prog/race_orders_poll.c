/* A loop that polls under a lock, in a program with relaxed accesses: what it has read may be in a
 * race that is not looked for, and that is said. One with a step that is next is found. */
// replay: no, the two accesses need not be next to each other
// run: --unwind 1 --engine order --property race => bounded
// run: --unwind 1 --engine order --property race -- -DUNLOCKED => bug
// run: --unwind 1 --engine order --property assert => safe
// brute: 2
#include "race_orders_poll.h"
