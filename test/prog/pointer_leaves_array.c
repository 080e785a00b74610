/* Pointers that leave an array for a moment, by whole elements, come back into the same array and not
 * into a neighbour; elements are as large as one likes. -DOUT: one does not come back. */
// run: --unwind 4 => safe
// run: --unwind 4 -- -m32 => safe
// run: --unwind 4 -- -DOUT => bug
// run: --unwind 4 -- -DOUT -m32 => bug
// run: --unwind 4 -- -DBEHIND => bug
// run: --unwind 4 -- -DCOMPARED => safe
// expect: invalid memory access
#include <assert.h>
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);

struct page {
  int used;
  char data[4092];
};
struct odd {
  char data[12];
};

static struct page before[2], pages[3], after[2];
static struct odd small[4], odds[4];
static char line[10000], buffer[10000];

static char
middle(const char *end)
{
  return end[-5000];
}

int
main(void)
{
  unsigned char i = __VERIFIER_nondet_uchar(), k = __VERIFIER_nondet_uchar();

  if (i < 1 || i > 2)
    return 0;
  before[1].used = after[0].used = 1;
  struct page *p = &pages[i];
#if defined OUT
  p[-2].used = 7; /* if i is 1 */
#elif defined BEHIND
  p[2].used = 7; /* if i is 1, it is just behind the last one; if it is 2, one further */
#elif defined COMPARED
  struct page *q = p - 1;
  assert(q >= pages && q < p);
#else
  p[-1].used = 7;
  assert(pages[i - 1].used == 7);
  struct page *end = pages + 3;
  end -= i;
  end[1 - 1].used = 8;
  assert(pages[3 - i].used == 8);
  small[0].data[0] = 3;
  struct odd *o = odds + i;
  o[-1].data[5] = 9;
  assert(odds[0].data[5] + odds[1].data[5] == 9 && small[0].data[0] == 3);
  line[0] = 1;
  buffer[k] = 2;
  assert(middle(buffer + 5000 + k) == 2);
#endif
}
