/* A stream that is closed must not be used again, nor closed twice. */
// run: --property memory => bug
// run: --property memory -- -DTWICE => bug
// brute: no
#include <stdio.h>

int
main(void)
{
  FILE *file = fopen("warp", "w");

  if (!file)
    return 0;
  fclose(file);
#ifdef TWICE
  fclose(file);
#else
  fputs("weft", file);
#endif
  return 0;
}
