/* A pointer in a union whose halves are written as well: what is read is an address, wherever its object
 * lies. Whether it is compared rightly rests on an assumption. */
// replay: no, a process cannot be told where to have its objects
// run: => bug
// run: -- -DCOMPARED => bounded
// run: -- -DTAGGED => bounded
#include <assert.h>
#include <stdint.h>

unsigned __VERIFIER_nondet_uint(void);

static union {
  char *text;
  int pair[2];
} values[2];
static char buffer[100];

int
main(void)
{
  unsigned length = __VERIFIER_nondet_uint() % 100, n = __VERIFIER_nondet_uint() % 2;

  for (unsigned i = 0; i < 2; i++)
    if (i == n)
      values[i].text = buffer + length;
    else
      values[i].pair[0] = 1;
#if defined COMPARED
  assert(values[n].text < buffer + 100);
#elif defined TAGGED
  if (length > 200)
    values[n].pair[1] = 3;
  assert(values[n].text == buffer + length);
  assert((uintptr_t)values[n].text >= (uintptr_t)buffer);
#else
  assert(((uintptr_t)values[n].text & 64) == 0);
#endif
}
