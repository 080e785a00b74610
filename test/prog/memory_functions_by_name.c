/* The same functions where no intrinsic is made of them: called through pointers. */
// verdict: safe
// labels: 1
#include <assert.h>
#include <string.h>

static void *(*const copy)(void *, const void *, size_t) = memcpy;
static void *(*const move)(void *, const void *, size_t) = memmove;
static void *(*const fill)(void *, int, size_t) = memset;

int
main(void)
{
  char from[4] = "abc", to[4];

  assert(copy(to, from, 4) == to);
  assert(memcmp(to, from, 4) == 0);
  move(to, to + 1, 2);
  assert(to[0] == 'b' && to[1] == 'c' && to[2] == 'c');
  assert(memcmp(to, from, 4) > 0);
  fill(to, 'z', 1);
  assert(to[0] == 'z' && to[1] == 'c');
  return 0;
}
