/* In the competition malloc does not fail: the answer is certain. */
// args: --rounds 3 --sv-comp
// verdict: safe
// expect: malloc never fails
// expect: true
#include "configured_malloc.c"
