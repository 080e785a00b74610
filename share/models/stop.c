/* The ends of a program: exit, abort, failed assertions and error locations. */
#include "heddle.h"

#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

/* The process ends. It is enough that the calling thread goes no further: ending a process changes
 * no memory, so whatever the other threads do after this moment they could as well have done
 * before it, and a violation they run into is one of the real program. The thread must not count
 * as ended, though: somebody who joins it would go on after the end of the process. */
_Noreturn static void
end_process(void)
{
  __heddle_assume(0);
  __heddle_stop();
}

void
exit(int status)
{
  (void)status;
  end_process();
}

void
_Exit(int status)
{
  (void)status;
  end_process();
}

void
_exit(int status)
{
  (void)status;
  end_process();
}

void
abort(void)
{
  __heddle_error(HEDDLE_ABORT, "abort() is called");
  end_process();
}

/* What the assert of glibc's <assert.h> calls. */
void
__assert_fail(const char *condition, const char *file, unsigned line, const char *function)
{
  (void)file;
  (void)line;
  (void)function;
  __heddle_error(HEDDLE_ASSERTION, condition);
  end_process();
}

_Noreturn void reach_error(void);
_Noreturn void __VERIFIER_error(void);
void __VERIFIER_assert(int condition);

void
reach_error(void)
{
  __heddle_error(HEDDLE_ERROR_LOCATION, "reach_error() is called");
  end_process();
}

void
__VERIFIER_error(void)
{
  __heddle_error(HEDDLE_ERROR_LOCATION, "__VERIFIER_error() is called");
  end_process();
}

void
__VERIFIER_assert(int condition)
{
  if (!condition) {
    __heddle_error(HEDDLE_ASSERTION, "the argument of __VERIFIER_assert is 0");
    end_process();
  }
}
