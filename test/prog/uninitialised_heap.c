/* What malloc returns holds arbitrary values. */
// verdict: bug
// labels: 1
#include <assert.h>
#include <stdlib.h>

int
main(void)
{
  unsigned char *byte = malloc(1);

  assert(*byte != 77);
  return 0;
}
