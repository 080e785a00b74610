// Blocks that are entered and left by jumps: variables live from the block's entry to its end, and one
// whose declaration is reached again without leaving the block is the same.
// args: --rounds 1 --unwind 8
// verdict: safe
#include <assert.h>

static int *place;

static void
set(int *where, int value)
{
  *where = value;
}

static int
leave_early(int x)
{
  for (int i = 0; i < 3; i++) {
    int v = 0;
    set(&v, 5);
    switch (x) {
    case 1: {
      int w = v;
      set(&w, 6);
      if (w == 6)
        return w;
      break;
    }
    case 2:
      continue;
    default:
      break;
    }
    do {
      int z[3] = {1, 2, 3};
      set(z + 1, v);
      v += z[1];
      if (v > 30)
        return ({
          int y = v;
          set(&y, y + 1);
          y;
        });
    } while (v < 20);
  }
  return 0;
}

static int
backwards(void)
{
  int n = 0;
  {
  again:;
    int v = n;
    place = &v;
    if (*place < 2) {
      n++;
      goto again;
    }
    return *place;
  }
}

static int
into(void)
{
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    if (i == 1)
      goto in;
    {
      int v;
      v = 7;
    in:
      place = &v;
      set(&v, 4);
      sum += *place;
    }
  }
  return sum;
}

static void
clean(int *v)
{
  *v = 0;
}

static int
cleaned(void)
{
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    __attribute__((cleanup(clean))) int v = i;
    place = &v;
    if (i)
      break;
    sum += *place;
  }
  return sum;
}

int
main(void)
{
  assert(leave_early(1) == 6);
  assert(leave_early(2) == 0);
  assert(leave_early(3) == 0);
  assert(backwards() == 2);
  assert(into() == 8);
  assert(cleaned() == 0);
  return 0;
}
