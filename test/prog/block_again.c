// Each time that a declaration without initialiser is reached, the contents are arbitrary, also if a jump
// leads back to it inside of its block. A jump behind it keeps them.
// run: => safe
// run: -- -DBLOCK => bug
// run: -- -DFUNCTION => bug
// run: -- -DINLINED => bug
// expect: assertion
// replay: all
#include <assert.h>

static int
back_in_block(void)
{
  int n = 0, result;
  {
  again:;
#ifdef BLOCK
    int v;
  behind:
#else
    int v;
    goto behind;
  behind:
#endif
    if (n == 0)
      v = 7;
    result = v;
    if (n++ == 0)
#ifdef BLOCK
      goto again;
#else
      goto behind;
#endif
    if (n < 0)
      goto again;
    if (n < -1)
      goto behind;
  }
  return result;
}

static int
back_in_function(void)
{
  int n = 0;
again:;
  int v;
  int w = 6;
#ifndef FUNCTION
  v = 7;
#endif
  if (n == 0)
    v = 7;
  if (n++ == 0)
    goto again;
  return v + w;
}

static inline __attribute__((always_inline)) int
keep(int n, int parameter)
{
  int v, *p = &v, *q = &parameter;
#ifndef INLINED
  *p = 7;
#endif
  if (n == 0)
    *p = 7;
  return *p + *q;
}

int
main(void)
{
  assert(back_in_block() == 7);
  assert(back_in_function() == 13);
  int sum = 0;
  for (int n = 0; n < 2; n++)
    sum += keep(n, 2);
  assert(sum == 18);
  return 0;
}
