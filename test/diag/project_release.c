// run: check @ -p test/diag/project/release.json
// exit: 0
// stderr: release.json: warning: test/diag/project_release.c is compiled with -DNDEBUG, without its assertions
#include <assert.h>

int
main(void)
{
  assert(0);
  return 0;
}
