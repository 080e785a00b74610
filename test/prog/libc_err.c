/* err and its kin end the process after the handlers of atexit; warnings do not. */
// run: => safe
// run: -- -DEND=err(1,"warp") => safe
// run: -- -DEND=errx(1,"warp") => safe
// run: -- -DEND=error(1,0,"warp") => safe
// run: -- -DEND=error_at_line(1,0,"warp",1,"weft") => safe
// run: -- -DEND=warn("warp") => bug
// run: -- -DHANDLER -DEND=err(1,"warp") => bug
#define _GNU_SOURCE
#include <assert.h>
#include <err.h>
#include <error.h>
#include <stdlib.h>

static void
handler(void)
{
#ifdef HANDLER
  assert(0);
#endif
}

int
main(void)
{
  int passed = 0;

  atexit(handler);
  warn("%d", ++passed);
  warnx("%d", ++passed);
  error(0, 0, "%d", ++passed);
  error_at_line(0, 0, "warp", 1, "%d", ++passed);
  assert(passed == 4);
  assert_perror(0);
#ifdef END
  END;
  assert(0);
#endif
  return 0;
}
