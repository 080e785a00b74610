// <heddle.h>, which people write tests with: values, assumptions, blocks that nobody interrupts.
// run: --rounds 3 --unwind 2 --entry heddle_test_block => safe
// run: --rounds 3 --unwind 2 --entry heddle_test_block -- -DWRONG => bug
// run: --rounds 1 --unwind 2 --entry heddle_test_values => safe
// run: --rounds 1 --unwind 2 --entry heddle_test_values -- -DWRONG => bug
// run: --rounds 1 --unwind 2 --entry heddle_test_names => safe
// run: --rounds 1 --unwind 2 --entry heddle_test_names -- -DWRONG => bug
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

unsigned heddle_nondet_unsigned(void);
unsigned heddle_nondet_unsigned_int(void);
unsigned char heddle_nondet_u8(void);
unsigned short heddle_nondet_u16(void);
unsigned heddle_nondet_u32(void);
unsigned long long heddle_nondet_u64(void);

/* Each may be any number: also 3, if that is assumed of all. */
HEDDLE_TEST(names)
{
  char c = heddle_nondet_char();
  short s = heddle_nondet_short();
  unsigned short us = heddle_nondet_ushort();
  unsigned u = heddle_nondet_uint(), v = heddle_nondet_unsigned(), w = heddle_nondet_unsigned_int();
  long l = heddle_nondet_long();
  unsigned long ul = heddle_nondet_ulong();
  long long ll = heddle_nondet_longlong();
  size_t size = heddle_nondet_size_t();
  unsigned long long sum = heddle_nondet_u8() + heddle_nondet_u16() + heddle_nondet_u32();

  heddle_assume(c == 3 && s == 3 && us == 3 && u == 3 && v == 3 && w == 3 && l == 3 && ul == 3);
  heddle_assume(ll == 3 && size == 3);
  heddle_atomic_begin();
  sum = heddle_nondet_u64();
  heddle_atomic_end();
#ifdef WRONG
  assert(sum != 77);
#else
  assert(sum == 77 || sum != 77);
#endif
}
