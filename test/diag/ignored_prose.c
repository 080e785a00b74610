// exit: 2
// stderr: test/diag/ignored_prose.c:12:35: error: 'heddle: ignore' is followed by no property; all would be 'heddle: ignore all'
#include <stdio.h>
#include <stdlib.h>

int
main(void)
{
  int *nowhere = NULL;
  puts("usage: heddle: ignore");
  *nowhere = 1; /* it is no heddle: ignore, if a comment has these words elsewhere */
  free(nowhere); // heddle: ignored here
}
