/* The distance of two pointers into one object is a number: to be added to a pointer into another
 * one, or to be looked at. (n % 8 would be one of eight values, which is another case.) */
// run: => safe
// run: -- -m32 => safe
// run: -- -DNUMBER => safe
// run: -- -DNUMBER -m32 => safe
// run: -- -DEND => safe
// run: -- -DFAR => bug
// run: -- -DFAR -m32 => bug
// run: -- -DONE_MORE => bug
// expect: invalid memory access
#include <assert.h>
#include <stdint.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

static char text[8] = "abcdefg", marks[8], spare[10000];

int
main(void)
{
  unsigned char n = __VERIFIER_nondet_uchar();

  __sync_synchronize(); /* so that its bits are not counted */
  __VERIFIER_assume(n < 8);
  char *p = n ? text + n : text + 2;

#if defined NUMBER
  /* Of a pointer that was moved from one object to another, and of a distance. */
  uintptr_t there = (uintptr_t)(marks + (p - text));
  assert((there >> 4) - ((uintptr_t)marks >> 4) <= 1);
  assert(there - (uintptr_t)marks < 8);
  assert((uint64_t)(p - text) << 13 >> 13 == (uint64_t)(p - text));
#elif defined END
  marks[text + 7 - p] = 1;
  assert(marks[0] == (p == text + 7));
  assert(!memcmp(text, "abcdefg", 8));
#elif defined FAR
  p[8192] = 1; /* not `marks`, wherever that lies */
#elif defined ONE_MORE
  marks[p - text + 1] = 1;
#else
  int s = 0;
  marks[p - text] = 1;
  spare[(p - text) + 100] = 1;
  for (int i = 0; i < 8; i++)
    s += marks[i] + spare[100 + i];
  assert(s == 2);
  assert(marks + (p - text) - marks == p - text);
  assert(strcspn(text, "c") == 2 && marks[strcspn(text, "c")] == (p == text + 2));
  assert(!memcmp(text, "abcdefg", 8));
#endif
}
