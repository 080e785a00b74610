/* Bit-fields, signed and unsigned, and their overflow. */
// verdict: safe
// labels: 1
#include <assert.h>

struct flags {
  unsigned a : 1;
  unsigned b : 3;
  signed c : 4;
  unsigned long d : 40;
};

static struct flags global = {1, 5, -3, 1UL << 39};

int
main(void)
{
  struct flags flags = global;

  flags.b += 4;
  assert(flags.a == 1 && flags.b == 1 && flags.c == -3);
  flags.c = (signed)(flags.c - 5);
  assert(flags.c == -8);
  flags.d *= 2;
  assert(flags.d == 0);
  flags.a = 0;
  assert(flags.b == 1 && global.a == 1);
  return 0;
}
