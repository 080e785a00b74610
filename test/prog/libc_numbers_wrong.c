/* errno is not reset by a call that succeeds: it says nothing if it was not 0 before. */
// verdict: bug
// brute: no
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int
main(void)
{
  static const char *const texts[] = {"12", "99999999999999999999", "34"};
  unsigned too_large = 0;

  for (int i = 0; i < 3; i++) {
    strtol(texts[i], NULL, 10);
    if (errno == ERANGE)
      too_large++;
  }
  assert(too_large == 1);
  return 0;
}
