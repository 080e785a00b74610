/* Do the templates give what the machine gave? expected.h is what machine.c prints. */
#include <assert.h>

#include "rows.h"

#define CHECK(name, a, b, c, m0, m1, m2, m3, n0, n1, n2, n3, r0, r1, r2, r3, r4)                   \
  {                                                                                                \
    _Alignas(32) uint64_t m[4] = {m0, m1, m2, m3};                                                 \
    uint64_t r[5] = {0};                                                                           \
    name(a, b, c, m, r);                                                                           \
    assert(m[0] == n0 && m[1] == n1 && m[2] == n2 && m[3] == n3);                                  \
    assert(r[0] == r0 && r[1] == r1 && r[2] == r2 && r[3] == r3 && r[4] == r4);                    \
  }

int
main(void)
{
#include "expected.h"
}
