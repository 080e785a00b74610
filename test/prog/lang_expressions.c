/* Expressions and statements of C17 and of the GNU dialect. */
// run: --rounds 1 --unwind 1 => safe
// run: --rounds 1 --unwind 1 -- -m32 => safe
#include <assert.h>
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>

unsigned char __VERIFIER_nondet_uchar(void);

#define MAX(a, b)                                                                                  \
  ({                                                                                               \
    __auto_type x_ = (a);                                                                          \
    __auto_type y_ = (b);                                                                          \
    x_ > y_ ? x_ : y_;                                                                             \
  })
#define KIND(x) _Generic((x), char: 1, int: 2, unsigned: 3, const char *: 4, char *: 5, default: 6)

struct point {
  int x, y;
};

static int
classify(int c)
{
  switch (c) {
  case '0' ... '9':
    return 1;
  case 'a' ... 'f':
  case 'A' ... 'F':
    return 2;
  case -5:
    return 3;
  default:
    return 0;
  }
}

/* Each case falls into the next one. */
static int
fall(int n)
{
  int sum = 0;

  switch (n) {
  case 3:
    sum += 100;
    /* fall through */
  case 2:
    sum += 10;
    /* fall through */
  case 1:
    sum += 1;
  }
  return sum;
}

static int
sum(const struct point *points, size_t n)
{
  int total = 0;

  for (const struct point *p = points; p < points + n; p++)
    total += p->x * p->y;
  return total;
}

static unsigned
rotate(unsigned x, unsigned n)
{
  return x << n | x >> (32 - n);
}

int
main(void)
{
  unsigned char any = __VERIFIER_nondet_uchar();
  int a = any, b = 7;
  alignas(64) char buffer[8];
  char *end = buffer + sizeof buffer;

  assert(MAX(a, b) >= 7 && MAX(b, 3L) == 7);
  assert(KIND('a') == 2 && KIND((char)1) == 1 && KIND(1u) == 3 && KIND("s") == 5 && KIND(1.0) == 6);
  assert(classify('7') == 1 && classify('B') == 2 && classify(-5) == 3 && classify('g') == 0);
  assert((classify(any) == 1) == (any >= '0' && any <= '9'));
  assert(fall(3) == 111 && fall(1) == 1 && fall(0) == 0);
  assert(sum((struct point[]){{1, 2}, {.y = 4, .x = 3}}, 2) == 14);
  assert(rotate(0x80000001u, 4) == 0x18);
  assert((a ?: 5) == (any ? any : 5));
  assert((uintptr_t)buffer % 16 == 0 && end - buffer == 8);
  assert(((struct point){.y = 3}).x == 0);
  b = (a++, a + 1);
  assert(b == any + 2);
  b = -7;
  assert(b / 2 == -3 && b % 2 == -1 && b >> 1 == -4 && (unsigned char)b == 249);
  assert((a & 1 ? 1 : -1) * (a & 1 ? 1 : -1) == 1);
  {
    __label__ out;
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < 3; k++)
        if (i * k == 2)
          goto out;
    assert(0);
  out:;
  }
  int nested[2][3] = {{1, 2, 3}, {4, 5, 6}}, (*row)[3] = nested + 1;
  assert((*row)[1] == 5 && row[-1][2] == 3 && 1 [nested[0]] == 2);
  size_t size = sizeof(int[any % 3 + 1]);
  assert(size == 4u * (any % 3 + 1));
  do
    a--;
  while (0);
  assert(a == any);
  return 0;
}
