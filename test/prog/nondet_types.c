/* Arbitrary values of all integer types stay within their types. */
// verdict: safe
// labels: 1
// brute: no
#include <assert.h>
#include <limits.h>
#include <stddef.h>

_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
long long __VERIFIER_nondet_longlong(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);
size_t __VERIFIER_nondet_size_t(void);
void *__VERIFIER_nondet_pointer(void);

int
main(void)
{
  int c = __VERIFIER_nondet_char(), s = __VERIFIER_nondet_short();
  long i = __VERIFIER_nondet_int(), u = __VERIFIER_nondet_uint();
  _Bool b = __VERIFIER_nondet_bool();

  assert(b == 0 || b == 1);
  assert(c >= CHAR_MIN && c <= CHAR_MAX);
  assert(__VERIFIER_nondet_uchar() <= 255);
  assert(s >= -32768 && s <= 32767);
  assert(__VERIFIER_nondet_ushort() <= 65535);
  assert(i >= INT_MIN && i <= INT_MAX);
  assert(u >= 0 && u <= UINT_MAX);
  assert(__VERIFIER_nondet_long() <= LONG_MAX);
  assert(__VERIFIER_nondet_longlong() >= LLONG_MIN);
  assert(__VERIFIER_nondet_ulong() <= ULONG_MAX);
  assert(__VERIFIER_nondet_ulonglong() <= ULLONG_MAX);
  assert(__VERIFIER_nondet_size_t() <= (size_t)-1);
  assert(__VERIFIER_nondet_pointer() == NULL || b == 0 || b == 1);
  return 0;
}
