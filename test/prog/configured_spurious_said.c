/* What --no-spurious leaves out is said, since the program waits. */
// args: --no-spurious --rounds 6
// verdict: safe
// expect: sequentially consistent memory; no spurious wake-ups
#include "configured_spurious.c"
