/* What is assumed of a loop that polls under a lock. */
// args: --unwind 1 --engine order --property race
// verdict: bounded
// expect: assumed: what is read while polling under a lock, or when woken for nothing, is in no race
// brute: 2
#include "race_orders_poll.h"
