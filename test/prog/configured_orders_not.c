/* Where all accesses are seq_cst there is nothing to say about orders. */
// args: --rounds 3 --unwind 1
// verdict: safe
// expect: s; sequentially consistent memory)
#define ORDER memory_order_seq_cst
#include "configured_orders.c"
