/* Arithmetic that C does not define, one kind at a time; and what it does define. */
// run: --property overflow -- -DADD => bug
// run: --property overflow -- -DSUBTRACT => bug
// run: --property overflow -- -DMULTIPLY => bug
// run: --property overflow -- -DNEGATE => bug
// run: --property overflow -- -DINCREMENT => bug
// run: --property overflow -- -DASSIGN => bug
// run: --property overflow -- -DSHIFT => bug
// run: --property overflow -- -DSHIFT_NEGATIVE => bug
// run: --property overflow -- -DDIVIDE => bug
// run: --property overflow -- -DREMAINDER => bug
// run: --property overflow -- -DQUOTIENT => bug
// run: --property overflow -- -DWIDE => bug
// run: --property overflow => safe
// run: -- -DADD => safe
// run: -- -DDIVIDE => bounded
// expect: undefined arithmetic: overflow of an addition
// brute: no
#include <limits.h>

int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);

int
main(void)
{
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  unsigned u = (unsigned)a;
  long wide = __VERIFIER_nondet_long();

#if defined ADD
  return a + b;
#elif defined SUBTRACT
  return a - b;
#elif defined MULTIPLY
  return a * 3;
#elif defined NEGATE
  return -a;
#elif defined INCREMENT
  return ++a;
#elif defined ASSIGN
  a += b;
  return a;
#elif defined SHIFT
  return 1 << (b & 63);
#elif defined SHIFT_NEGATIVE
  return a << 1;
#elif defined DIVIDE
  return (int)(u / (unsigned)b);
#elif defined REMAINDER
  return 7 % b;
#elif defined QUOTIENT
  return b ? a / b : 0;
#elif defined WIDE
  return wide + 1 > 0;
#else
  /* Unsigned arithmetic wraps round, narrowing is up to the implementation. */
  int sum = a < INT_MAX ? a + 1 : 0, quotient = b > 0 ? a / b : 0;
  short narrow = (short)a;
  return (u + (unsigned)b) * 3 == 7 && sum > 3 && quotient > 3 && narrow + 1 > 3 && wide >> 3 > 3;
#endif
}
