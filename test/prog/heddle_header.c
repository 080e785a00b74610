// <heddle.h>, which people write tests with: values, assumptions, blocks that nobody interrupts.
// run: --rounds 3 --unwind 2 --entry heddle_test_block => safe
// run: --rounds 3 --unwind 2 --entry heddle_test_block -- -DWRONG => bug
// run: --rounds 1 --unwind 2 --entry heddle_test_values => safe
// run: --rounds 1 --unwind 2 --entry heddle_test_values -- -DWRONG => bug
// expect: heddle_nondet_int() = 
// replay: all
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static int a, b;

static void *
move(void *unused)
{
#ifdef WRONG
  a--;
  b++;
#else
  heddle_atomic
  {
    a--;
    b++;
  }
#endif
  return unused;
}

HEDDLE_TEST(block)
{
  pthread_t thread;
  int sum;

  a = heddle_nondet_int();
  heddle_assume(a > 0 && a < 100);
  b = 100 - a;
  pthread_create(&thread, NULL, move, NULL);
  heddle_atomic
  {
    sum = a + b;
  }
  assert(sum == 100);
  pthread_join(thread, NULL);
}

HEDDLE_TEST(values)
{
  _Bool bit = heddle_nondet_bool();
  unsigned char small = heddle_nondet_uchar();
  double x = heddle_nondet_double();
  float y = heddle_nondet_float();
  void *p = heddle_nondet_pointer();
  unsigned long long large = heddle_nondet_ulonglong();
  int n = heddle_nondet_int();

  heddle_assume(n > 0);
  assert(bit == 0 || bit == 1);
  assert(small + 1 <= 256 && (x == x || x != x) && (y == y || y != y));
  assert(p == NULL || p != NULL);
#ifdef WRONG
  assert(large != 77 || n != 5);
#else
  assert(large >> 63 <= 1);
#endif
}
