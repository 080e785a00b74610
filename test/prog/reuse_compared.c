/* malloc may hand out a block again that was freed; who compares the two addresses finds them equal.
 * The new block may be smaller. That it may be larger is not modelled, and said. */
// run: --malloc-may-fail => bug
// run: --malloc-may-fail -- -DSMALLER => bug
// run: --malloc-may-fail -- -DNUMBERS => bug
// run: --malloc-may-fail -- -DLARGER => bounded
// run: --malloc-may-fail -- -DALIVE => safe
// expect: assertion failed: again != was
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

#if defined SMALLER
enum { BEFORE = 24, BEHIND = 8 };
#elif defined LARGER
enum { BEFORE = 8, BEHIND = 24 };
#else
enum { BEFORE = 8, BEHIND = 8 };
#endif

#ifdef NUMBERS
typedef uintptr_t kept;
#else
typedef void *kept;
#endif

int
main(void)
{
  void *block = malloc(BEFORE);
  kept was = (kept)block, again;

#ifdef ALIVE
  again = (kept)malloc(BEHIND);
  if (again && block)
    assert(again != was);
  free(block);
#else
  free(block);
  again = (kept)malloc(BEHIND);
  if (again && block)
    assert(again != was);
#endif
  return 0;
}
