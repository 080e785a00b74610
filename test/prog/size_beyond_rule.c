// The same with a rule that makes room for the block, which is larger than what is tried without one.
// args: --rounds 2 --unwind 2 --unwindset fill:21=1600bytes
// verdict: bug
// expect: fill() != 400
// brute: no
#include "size_beyond.c"
