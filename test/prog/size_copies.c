// Copies and fills whose length is not constant: as far as the length says, and not beyond.
// run: => safe
// run: -- -DLENGTH=5 => bug
// expect: invalid memory access
// run: -- -DFILL=5 => bug
// run: -- -DTO=1 => safe
// run: -- -DTO=2 => bug
// run: -- -DOVERLAP => safe
// run: -- -DWRONG => bug
// run: -- -m32 => safe
// brute: no
#include <assert.h>
#include <string.h>

#ifndef LENGTH
#define LENGTH 3
#endif
#ifndef FILL
#define FILL 4
#endif
#ifndef TO
#define TO 0
#endif

unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

static unsigned
up_to(unsigned most)
{
  unsigned n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n <= most);
  return n;
}

int
main(void)
{
  int from[4] = {1, 2, 3, 4}, to[4] = {0};
  unsigned n = up_to(LENGTH), index = up_to(3);
  memcpy(to + TO, from, n * sizeof *to);
  if (index >= TO)
    assert(to[index] == (index - TO < n ? (int)(index - TO) + 1 : 0));

  char text[8] = "abcdef";
  unsigned length = up_to(5);
#ifdef OVERLAP
  memmove(text + 1, text, length); /* an odd length, one byte after the other */
  assert(text[0] == 'a' && text[length] == (length ? "abcdef"[length - 1] : 'a'));
#else
  char copy[8] = {0};
  memcpy(copy, text, length);
  assert(copy[length] == 0 && (index >= length || copy[index] == text[index]));
#endif

  unsigned filled = up_to(FILL);
  memset(from, 0, filled * sizeof *from);
  if (index < filled)
    assert(from[index] == 0);
#ifdef WRONG
  assert(from[3] == 4);
#else
  else
    assert(from[index] == (int)index + 1);
#endif
  return 0;
}
