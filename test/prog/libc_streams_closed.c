/* Operations on a stream that is closed already. */
// run: => bounded
// run: -- -DUSE=flockfile(file) => bug
// run: -- -DUSE=funlockfile(file) => bug
// run: -- -DUSE=setvbuf(file,NULL,_IONBF,0) => bug
// run: -- -DUSE=setbuf(file,NULL) => bug
// run: -- -DUSE=clearerr(file) => bug
// run: -- -DUSE=rewind(file) => bug
// run: -- -DUSE=fseek(file,0,SEEK_SET) => bug
// run: -- -DUSE=ftell(file) => bug
// run: -- -DUSE=fileno(file) => bug
// run: -- -DUSE=feof(file) => bug
// run: -- -DUSE=ferror(file) => bug
// run: -- -DUSE=fflush(file) => bug
// run: -- -DUSE=fputs("warp",file) => bug
// run: -- -DUSE=fprintf(file,"warp") => bug
// brute: no
#define _GNU_SOURCE
#include <stdio.h>

int
main(void)
{
  FILE *file = fopen("warp", "r");

  if (!file)
    return 0;
  flockfile(file);
  if (setvbuf(file, NULL, _IONBF, 0) == 0)
    setbuf(file, NULL);
  funlockfile(file);
  fclose(file);
#ifdef USE
  USE;
#endif
  return 0;
}
