/* Arbitrary values by names without a prefix: any value of their types and no other. */
// run: => safe
// run: -- -DWRONG=nondet_u8() => bug
// run: -- -DWRONG=nondet_u16() => bug
// run: -- -DWRONG=nondet_u32() => bug
// run: -- -DWRONG=nondet_u64() => bug
// run: -- -DWRONG=nondet_unsigned() => bug
// run: -- -DWRONG=nondet_unsigned_int() => bug
// run: -- -DWRONG=nondet_char() => bug
// run: -- -DWRONG=nondet_uchar() => bug
// run: -- -DWRONG=nondet_short() => bug
// run: -- -DWRONG=nondet_ushort() => bug
// run: -- -DWRONG=nondet_int() => bug
// run: -- -DWRONG=nondet_uint() => bug
// run: -- -DWRONG=nondet_long() => bug
// run: -- -DWRONG=nondet_ulong() => bug
// run: -- -DWRONG=nondet_longlong() => bug
// run: -- -DWRONG=nondet_ulonglong() => bug
// run: -- -DWRONG=nondet_size_t() => bug
// run: -- -DWRONG=(long)nondet_pointer() => bug
// run: -- -DWRONG=100*nondet_bool() => bug
// brute: no
#include <assert.h>
#include <stddef.h>

_Bool nondet_bool(void);
char nondet_char(void);
unsigned char nondet_uchar(void);
short nondet_short(void);
unsigned short nondet_ushort(void);
int nondet_int(void);
unsigned nondet_uint(void);
long nondet_long(void);
unsigned long nondet_ulong(void);
long long nondet_longlong(void);
unsigned long long nondet_ulonglong(void);
size_t nondet_size_t(void);
void *nondet_pointer(void);
unsigned char nondet_u8(void);
unsigned short nondet_u16(void);
unsigned nondet_u32(void);
unsigned long long nondet_u64(void);
unsigned nondet_unsigned(void);
unsigned nondet_unsigned_int(void);

int
main(void)
{
  unsigned long byte = nondet_u8(), half = nondet_u16();
  unsigned long word = nondet_u32(), other = nondet_unsigned();

  assert(byte < 256 && half < 65536 && word >> 32 == 0 && other >> 32 == 0);
  assert(nondet_u64() >> 32 < 1ull << 32);
#ifdef WRONG
  assert(WRONG != 100);
#endif
  return 0;
}
