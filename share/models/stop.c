/* The ends of a program: exit, abort, failed assertions and error locations. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "heddle.h"

#include "thread.h"

#include <assert.h>
#include <err.h>
#include <error.h>
#include <stdarg.h>
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

/* ---- handlers: run when exit is called or main returns, the last registered first ------------ */

enum { MOST_HANDLERS = 32 }; /* what C promises */

struct handlers {
  unsigned count;
  _Bool ending; /* somebody is running them */
  struct handler {
    void (*plain)(void); /* or one of the other two, which take an argument */
    void (*with_status)(int, void *);
    void *argument;
  } at[MOST_HANDLERS];
};

static struct handlers at_exit, at_quick;

static int
add(struct handlers *handlers, struct handler handler)
{
  unsigned place;

  __heddle_atomic_begin();
  place = handlers->count;
  if (place < MOST_HANDLERS)
    handlers->count = place + 1;
  __heddle_atomic_end();
  if (place >= MOST_HANDLERS)
    return -1;
  __atomic_thread_fence(__ATOMIC_SEQ_CST); /* the handler sees what was done before */
  handlers->at[place] = handler;
  return 0;
}

/* Nothing is taken off the list, so that a list that nobody changes any more is nobody's
 * business. A handler that registers another has it called next. */
static void
run_from(struct handlers *handlers, unsigned first, int status)
{
  for (unsigned i = handlers->count; i > first; i--) {
    struct handler *handler = &handlers->at[i - 1];
    unsigned before = handlers->count;

    if (handler->with_status)
      handler->with_status(status, handler->argument);
    else
      handler->plain();
    if (handlers->count > before)
      run_from(handlers, before, status);
  }
}

/* Whoever comes while another thread ends the process waits for that. */
static void
run(struct handlers *handlers, int status)
{
  _Bool first;

  if (handlers->count == 0)
    return;
  __heddle_atomic_begin();
  first = !handlers->ending;
  handlers->ending = 1;
  __heddle_atomic_end();
  if (!first)
    end_process();
  run_from(handlers, 0, status);
}

/* Registers the function; at most 32 of them. */
int
atexit(void (*function)(void))
{
  return add(&at_exit, (struct handler){.plain = function});
}

/* As atexit, for a function of the status and an argument. */
int
on_exit(void (*function)(int, void *), void *argument)
{
  return add(&at_exit, (struct handler){.with_status = function, .argument = argument});
}

/* As atexit, for quick_exit. */
int
at_quick_exit(void (*function)(void))
{
  return add(&at_quick, (struct handler){.plain = function});
}

void __heddle_main_returns(int status);

/* The front end calls this when main returns. */
void
__heddle_main_returns(int status)
{
  run(&at_exit, status);
}

/* Runs the handlers, then the process ends. */
void
exit(int status)
{
  run(&at_exit, status);
  __heddle_finish();
  end_process();
}

_Bool
__heddle_has_handlers(void)
{
  unsigned count = __atomic_load_n(&at_exit.count, __ATOMIC_RELAXED);

  return !__heddle_is_known(count) || count;
}

/* The functions of the thread have been left, whether they returned or not. */
void
__heddle_last_thread_ends(void)
{
  __heddle_unwind();
  exit(0);
}

/* Runs the handlers of at_quick_exit, then the process ends. */
void
quick_exit(int status)
{
  run(&at_quick, status);
  __heddle_finish();
  end_process();
}

/* ---- the process ends on the spot ------------------------------------------------------------ */

/* The process ends on the spot. */
void
_Exit(int status)
{
  (void)status;
  __heddle_finish();
  end_process();
}

/* The process ends on the spot. */
void
_exit(int status)
{
  (void)status;
  __heddle_finish();
  end_process();
}

/* ---- violations ------------------------------------------------------------------------------ */

/* A violation; the process ends. */
void
abort(void)
{
  __heddle_error(HEDDLE_ABORT, "abort() is called");
  end_process();
}

/* A violation, a failed assertion: what the assert of glibc's <assert.h> calls. */
void
__assert_fail(const char *condition, const char *file, unsigned line, const char *function)
{
  (void)file;
  (void)line;
  (void)function;
  __heddle_error(HEDDLE_ASSERTION, condition);
  end_process();
}

/* A violation, a failed assertion: what assert_perror calls. */
void
__assert_perror_fail(int number, const char *file, unsigned line, const char *function)
{
  (void)number;
  (void)file;
  (void)line;
  (void)function;
  __heddle_error(HEDDLE_ASSERTION, "the argument of assert_perror is not 0");
  end_process();
}

/* A violation, a failed assertion: what the assert of other C libraries calls. */
void
__assert(const char *condition, const char *file, int line)
{
  (void)file;
  (void)line;
  __heddle_error(HEDDLE_ASSERTION, condition);
  end_process();
}

#undef assert
int assert(int condition);

/* The function that a program calls which forgot <assert.h>: the same as the macro. */
int
assert(int condition)
{
  if (!condition) {
    __heddle_error(HEDDLE_ASSERTION, "the argument of assert is 0");
    end_process();
  }
  return 0;
}

_Noreturn void reach_error(void);
_Noreturn void __VERIFIER_error(void);
void __VERIFIER_assert(int condition);

/* A violation, an error location. */
void
reach_error(void)
{
  __heddle_error(HEDDLE_ERROR_LOCATION, "reach_error() is called");
  end_process();
}

/* A violation, an error location. */
void
__VERIFIER_error(void)
{
  __heddle_error(HEDDLE_ERROR_LOCATION, "__VERIFIER_error() is called");
  end_process();
}

/* A violation, a failed assertion, if the condition is 0. */
void
__VERIFIER_assert(int condition)
{
  if (!condition) {
    __heddle_error(HEDDLE_ASSERTION, "the argument of __VERIFIER_assert is 0");
    end_process();
  }
}

void __CPROVER_assert(int condition, const char *text);
void __ESBMC_assert(int condition, const char *text);

/* A violation, a failed assertion, if the condition is 0; the text is what it says. */
void
__CPROVER_assert(int condition, const char *text)
{
  if (!condition) {
    __heddle_error(HEDDLE_ASSERTION, text);
    end_process();
  }
}

/* As __CPROVER_assert. */
void
__ESBMC_assert(int condition, const char *text)
{
  if (!condition) {
    __heddle_error(HEDDLE_ASSERTION, text);
    end_process();
  }
}

/* ---- messages (err.h, error.h): prints nothing ----------------------------------------------- */

#undef err
#undef errx
#undef error

/* Prints nothing and exits. */
void
err(int status, const char *format, ...)
{
  (void)format;
  exit(status);
}

/* Prints nothing and exits. */
void
errx(int status, const char *format, ...)
{
  (void)format;
  exit(status);
}

/* Prints nothing and exits. */
void
verr(int status, const char *format, va_list arguments)
{
  (void)format;
  (void)arguments;
  exit(status);
}

/* Prints nothing and exits. */
void
verrx(int status, const char *format, va_list arguments)
{
  (void)format;
  (void)arguments;
  exit(status);
}

void
warn(const char *format, ...)
{
  (void)format;
}

void
warnx(const char *format, ...)
{
  (void)format;
}

void
vwarn(const char *format, va_list arguments)
{
  (void)format;
  (void)arguments;
}

void
vwarnx(const char *format, va_list arguments)
{
  (void)format;
  (void)arguments;
}

/* Prints nothing; exits with a status that is not 0. */
void
error(int status, int number, const char *format, ...)
{
  (void)number;
  (void)format;
  if (status)
    exit(status);
}

/* Prints nothing; exits with a status that is not 0. */
void
error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...)
{
  (void)number;
  (void)file;
  (void)line;
  (void)format;
  if (status)
    exit(status);
}
