/* Output functions do nothing; what they return is a length or an error. */
// args: --rounds 1 --unwind 1
// verdict: safe
// labels: 1
// brute: no
#include <assert.h>
#include <stdio.h>

int
main(void)
{
  int n = printf("%d %s\n", 3, "warp");

  assert(n >= -1);
  puts("weft");
  putchar('\n');
  fprintf(stderr, "%p\n", (void *)&n);
  fflush(stdout);
  perror("heddle");
  return 0;
}
