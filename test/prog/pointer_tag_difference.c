/* Numbers with an address in their lower bits and a tag above them: a difference keeps the tag. */
// replay: no, a process cannot be told where to have its objects
// run: => safe
// run: -- -DMISS => bug
#include <assert.h>
#include <stdint.h>

unsigned char __VERIFIER_nondet_uchar(void);

static int x[4];

int
main(void)
{
  uint64_t words[2];
  unsigned char tag = __VERIFIER_nondet_uchar(), k = __VERIFIER_nondet_uchar() & 1;

  words[0] = (uint64_t)x + ((uint64_t)tag << 48);
  words[1] = (uint64_t)(x + 1) + ((uint64_t)tag << 48);
#if defined MISS
  assert((words[k] - (uint64_t)x) >> 48 == 0); /* not if the tag is 1 */
#else
  assert((words[k] - (uint64_t)x) >> 48 == tag);
#endif
}
