/* Another program as a child: what it prints comes to us. There is no other way in which Heddle
 * runs programs.
 *
 *   struct child_end end;
 *   int cause;
 *   enum child_fate fate = child_run(argv, &(struct child_place){.in = in}, NULL, &out, &end,
 * &cause);
 *
 * or step by step, for a caller that looks at the clock itself:
 *
 *   struct child child;
 *   int cause = child_start(&child, argv, &(struct child_place){.in = in});
 *   while (!cause && (n = child_read(&child, bytes, sizeof bytes, &cause)))
 *     ...
 *   child_end(&child, false, &end);
 *
 * The child has a process group of its own, so that whatever it starts can be killed with it, and
 * dies when we do. */
#ifndef HEDDLE_BASE_CHILD_H
#define HEDDLE_BASE_CHILD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

struct child {
  long process;
  int from;   /* its standard output */
  long guard; /* kills what is left of its group when we are gone */
  int until;  /* the guard waits for the end of this */
};

/* Where it runs. */
struct child_place {
  int in;             /* its standard input; 0 = ours */
  int out;            /* a file for its standard output; 0 = it comes to us */
  bool errors;        /* its standard error goes the same way; else it goes where ours does, or */
  int errors_out;     /* to this file; 0 = there is none */
  const char *folder; /* in which it begins; NULL = ours */
  char **environment; /* ends with a NULL; NULL = ours */
  size_t bytes;       /* of addresses it may use; 0 = no limit */
};

/* Is there such a program? Without a slash in its name it is looked for in PATH. */
bool child_is_there(const char *program);
/* argv[0] is looked for in PATH; argv ends with a NULL. 0, or the errno that says why it does not
 * run. */
int child_start(struct child *child, const char *const *argv, const struct child_place *place);
/* Waits for some of its output, but not long, so that the caller can look at the clock. How many
 * bytes there are; 0 = it has ended, and that was all; -1 = none now, or, if *cause is not 0, an
 * error. */
long child_read(struct child *child, char *bytes, size_t n, int *cause);

struct child_end {
  int code;   /* exit code */
  int signal; /* not 0: it was ended by this one, and there is no code */
};
/* Waits for its end, after killing it if so wanted. To be called once after each child_start that
 * gave 0. */
void child_end(struct child *child, bool kill_it, struct child_end *end);

enum child_fate {
  CHILD_ENDED,   /* by itself; see `end` */
  CHILD_STOPPED, /* `stop` said so, and it was killed */
  CHILD_ABSENT,  /* it could not be started; see *cause, an errno */
  CHILD_UNHEARD, /* its output could not be read; likewise */
  CHILD_VERBOSE, /* it printed more than CHILD_MOST bytes, and was killed */
};
enum { CHILD_MOST = 1 << 28 };

/* Polled while the program runs; NULL instead of it: nothing stops the program. */
struct child_stop {
  bool (*stop)(void *argument); /* true = end the program now */
  void *argument;
};

/* Starts the program, adds all that it prints to `out` and waits for its end. `end` and `cause` are
 * set as the fate says. */
enum child_fate child_run(const char *const *argv, const struct child_place *place,
                          const struct child_stop *stop, struct str *out, struct child_end *end,
                          int *cause);

#endif
