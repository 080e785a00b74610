/* Numbers in structs, unions and arrays, passed and returned, and looked at bit by bit. */
// run: --rounds 1 => safe
// run: --rounds 1 -- -DTYPO => bug
// brute: no
#include <assert.h>
#include <string.h>

int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

struct point {
  float x, y;
};

struct weighted {
  double weight;
  struct point at;
};

union bits {
  float number;
  unsigned word;
};

static struct point
middle(struct point a, struct point b)
{
  struct point result = {(a.x + b.x) / 2, (a.y + b.y) / 2};

  return result;
}

static double
moment(const struct weighted *points, int n)
{
  double sum = 0;

  for (int i = 0; i < n; i++)
    sum += points[i].weight * points[i].at.x;
  return sum;
}

int
main(void)
{
  int n = __VERIFIER_nondet_int();
  union bits bits = {.word = __VERIFIER_nondet_uint()}, negative = {.number = -bits.number};
  double one = 1;
  unsigned long word;

  __VERIFIER_assume(n >= 0 && n < 1000);
  struct point a = {(float)n, 1}, b = {0.5f, (float)(2 * n)}, m = middle(a, b);
  assert(m.x == n * 0.5 + 0.25 && m.y == n + 0.5);
  struct weighted points[2] = {{0.5, a}, {2, b}};
#ifdef TYPO
  assert(moment(points, 2) < 500);
#else
  assert(moment(points, 2) == n / 2.0 + 1);
#endif
  assert((bits.word ^ negative.word) == 1u << 31);
  memcpy(&word, &one, sizeof one);
  assert(word == 1023ul << 52);
  return 0;
}
