/* Output is not written anywhere; results are those that there may be. */
// verdict: safe
// brute: no
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>

int
main(void)
{
  int evaluated = 0;

  assert(stdin && stdout && stderr && stdout != stderr);
  assert(printf("%d %s\n", ++evaluated, "warp") >= -1);
  assert(fprintf(stderr, "%d\n", ++evaluated) >= -1);
  assert(dprintf(2, "%d\n", ++evaluated) >= -1);
  assert(evaluated == 3);
  assert(puts("weft") >= -1 && fputs("weft", stdout) >= -1);

  int c = fputc('a' + 256, stdout);
  assert(c == 'a' || c == EOF);
  c = putchar('b');
  assert(c == 'b' || c == EOF);
  c = putc('c', stderr);
  assert(c == 'c' || c == EOF);
  assert(fwrite("warp", 2, 2, stdout) <= 2 && fwrite("warp", 0, 2, stdout) == 0);
  assert(fflush(stdout) <= 0 && fflush(NULL) <= 0);
  perror("heddle");
  return 0;
}
