/* realloc may leave a block where it is, or move it; who compares must be ready for both. */
// replay: all
// run: --malloc-may-fail => bug
// run: --malloc-may-fail -- -DMOVED => bug
// run: --malloc-may-fail -- -DEITHER => safe
// run: --malloc-may-fail -- -DGROWS => bounded
// expect: assertion failed: now != was
#include <assert.h>
#include <stdlib.h>

int
main(void)
{
  char *was = malloc(16), *now;

  if (!was)
    return 0;
  was[0] = 7;
#ifdef GROWS
  now = realloc(was, 32);
#else
  now = realloc(was, 4);
#endif
  if (!now)
    return 0;
  assert(now[0] == 7);
#if defined MOVED
  assert(now == was);
#elif defined EITHER
  if (now == was)
    was[1] = 8;
  else
    now[1] = 8;
  assert(now[1] == 8);
#else
  assert(now != was);
#endif
  free(now);
  return 0;
}
