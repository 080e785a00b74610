/* What calloc returns is zero, and so are globals and static locals without initialiser. */
// verdict: safe
// labels: 1
#include <assert.h>
#include <stdlib.h>

static struct {
  int *p;
  short s[3];
} global;

int
main(void)
{
  static long local;
  int *numbers = calloc(3, sizeof *numbers);

  assert(numbers[0] == 0 && numbers[1] == 0 && numbers[2] == 0);
  assert(global.p == NULL && global.s[2] == 0 && local == 0);
  assert(calloc((size_t)-1, 2) == NULL);
  free(numbers);
  return 0;
}
