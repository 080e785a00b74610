/* Whatever deals with the world outside may fail, and then says so. */
// run: => safe
// run: -- -DWRONG=close(3) => bug
// run: -- -DWRONG=fsync(3) => bug
// run: -- -DWRONG=unlink("warp") => bug
// run: -- -DWRONG=open("warp",0) => bug
// run: -- -DWRONG=(int)write(1,"warp",4) => bug
// run: -- -DWRONG=dprintf(2,"warp") => bug
// run: -- -DWRONG=fprintf(stderr,"warp") => bug
// run: -- -DWRONG=puts("warp") => bug
// run: -- -DWRONG=fputs("warp",stdout) => bug
// run: -- -DWRONG=putc('a',stdout) => bug
// run: -- -DWRONG=remove("warp") => bug
// run: -- -DWRONG=rename("warp","weft") => bug
// run: -- -DWRONG=fseek(stdin,0,SEEK_SET) => bug
// run: -- -DWRONG=(int)ftell(stdin) => bug
// run: -- -DWRONG=getchar() => bug
// run: -- -DWRONG=getc(stdin) => bug
// run: -- -DWRONG=fgetc(stdin) => bug
// run: -- -DWRONG=-(fdopen(3,"r")!=NULL) => bug
// run: -- -DWRONG=-(tmpfile()!=NULL) => bug
// brute: no
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int
main(void)
{
  errno = 0;
#ifdef WRONG
  assert(WRONG >= 0);
#else
  assert(close(3) >= 0 || errno != 0);
  errno = 0;
  assert(open("warp", O_RDONLY) >= 0 || errno != 0);
  errno = 0;
  assert(rename("warp", "weft") >= 0 || errno != 0);
#endif
  return 0;
}
