/* The other names of arbitrary values: any value of their types and no other. */
// run: => safe
// run: -- -DWRONG=__VERIFIER_nondet_u8() => bug
// run: -- -DWRONG=__VERIFIER_nondet_u16() => bug
// run: -- -DWRONG=__VERIFIER_nondet_u32() => bug
// run: -- -DWRONG=__VERIFIER_nondet_u64() => bug
// run: -- -DWRONG=__VERIFIER_nondet_unsigned() => bug
// run: -- -DWRONG=__VERIFIER_nondet_unsigned_int() => bug
// run: -- -DWRONG=__VERIFIER_nondet_int128() => bug
// run: -- -DWRONG=__VERIFIER_nondet_uint128() => bug
// run: -- -DWRONG=__VERIFIER_nondet_char() => bug
// run: -- -DWRONG=__VERIFIER_nondet_uchar() => bug
// run: -- -DWRONG=__VERIFIER_nondet_short() => bug
// run: -- -DWRONG=__VERIFIER_nondet_ushort() => bug
// run: -- -DWRONG=__VERIFIER_nondet_int() => bug
// run: -- -DWRONG=__VERIFIER_nondet_uint() => bug
// run: -- -DWRONG=__VERIFIER_nondet_long() => bug
// run: -- -DWRONG=__VERIFIER_nondet_ulong() => bug
// run: -- -DWRONG=__VERIFIER_nondet_longlong() => bug
// run: -- -DWRONG=__VERIFIER_nondet_ulonglong() => bug
// run: -- -DWRONG=__VERIFIER_nondet_size_t() => bug
// run: -- -DWRONG=(long)__VERIFIER_nondet_pointer() => bug
// run: -- -DWRONG=100*__VERIFIER_nondet_bool() => bug
// brute: no
#include <assert.h>
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
unsigned char __VERIFIER_nondet_u8(void);
unsigned short __VERIFIER_nondet_u16(void);
unsigned __VERIFIER_nondet_u32(void);
unsigned long long __VERIFIER_nondet_u64(void);
unsigned __VERIFIER_nondet_unsigned(void);
unsigned __VERIFIER_nondet_unsigned_int(void);
__int128 __VERIFIER_nondet_int128(void);
unsigned __int128 __VERIFIER_nondet_uint128(void);

int
main(void)
{
  unsigned long byte = __VERIFIER_nondet_u8(), half = __VERIFIER_nondet_u16();
  unsigned long word = __VERIFIER_nondet_u32(), other = __VERIFIER_nondet_unsigned();

  assert(byte < 256 && half < 65536 && word >> 32 == 0 && other >> 32 == 0);
  assert(__VERIFIER_nondet_u64() >> 32 < 1ull << 32);
#ifdef WRONG
  assert(WRONG != 100);
#endif
  return 0;
}
