/* Bit-fields of a packed struct of which no two meet where a byte ends: clang makes one integer of 176
 * bits of them. What is not written must stay as it was. */
// brute: no
// run: --unwind 1 => safe
// run: --unwind 1 -- -DNEIGHBOUR => bug
// run: --unwind 1 -- -DSIGN => bug
// run: --unwind 1 -- -DPLACE => bug
#include <assert.h>
#include <string.h>

struct __attribute__((packed)) fields {
  unsigned a : 13;
  signed b : 16;
  signed c : 18;
  unsigned d : 31; /* bits 47 to 77: of two words */
  signed e : 29;
  unsigned f : 32; /* bits 107 to 138: of two words */
  signed g : 6;
  unsigned h : 22;
  signed i : 3; /* the last ones */
};

extern unsigned __VERIFIER_nondet_uint(void);

static struct fields fields;

static unsigned
bit(unsigned number)
{
  unsigned char bytes[sizeof fields];

  memcpy(bytes, &fields, sizeof bytes);
  return bytes[number / 8] >> number % 8 & 1;
}

int
main(void)
{
  unsigned x = __VERIFIER_nondet_uint();
  int y = (int)__VERIFIER_nondet_uint();

  assert(sizeof fields == 22);
  fields.c = -7;
  fields.e = y;
  fields.i = -2;
  fields.d = x;
  fields.f = x;
  fields.h = 5;
  fields.g--;

#ifdef NEIGHBOUR
  assert(fields.e >= -5 && fields.e <= 5);
#else
  assert(fields.d == (x & 0x7fffffff) && fields.f == x && fields.h == 5);
  assert(fields.a == 0 && fields.b == 0 && fields.c == -7 && fields.g == -1);
#endif
#ifdef SIGN
  assert(fields.e == y);
#else
  assert(fields.e == (int)((unsigned)y << 3) >> 3);
  assert(fields.i == -2);
#endif
#ifdef PLACE
  assert(bit(107 + 20) == (x >> 21 & 1));
#else
  assert(bit(47 + 20) == (x >> 20 & 1) && bit(107 + 20) == (x >> 20 & 1));
  assert(bit(167) == 0 && bit(168) == 1 && bit(169) == 1 && bit(170) == 0);
#endif
  fields.a = fields.d == fields.f;
  assert(fields.a == !(x >> 31));
  return 0;
}
