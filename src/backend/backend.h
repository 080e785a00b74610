/* Other verifiers as engines. They read the sequential C of emit/ and say whether it can violate
 * something; each is a row of the table in table.c: how it is called, and how its answer is read.
 *
 *   backend_run(&answer, &(struct backend_job){.backend = &backend_cbmc, .program = text, ...});
 *
 * Nothing that it says is trusted here; whoever asks lets the interpreter execute the schedule. */
#ifndef HEDDLE_BACKEND_BACKEND_H
#define HEDDLE_BACKEND_BACKEND_H

#include "base/str.h"
#include "ir/schedule.h"

enum claim {
  CLAIM_NOTHING,   /* it died, or was not understood */
  CLAIM_OPEN,      /* it cannot tell */
  CLAIM_NONE,      /* there is no violation */
  CLAIM_VIOLATION, /* there is one */
};

/* A program that has ended. */
struct ended {
  int code;           /* exit code */
  const char *out;    /* what it printed */
  const char *folder; /* what it left behind */
};

enum { BACKEND_STEPS = 3, BACKEND_ARGUMENTS = 24 };

struct backend {
  const char *name;
  /* Commands, one after the other, up to the first that can tell: a program that is looked for in
   * PATH, and its arguments. @emit in them is the folder of share/emit, @folder the one in which
   * they run and the program lies, @cc a compiler that is there. */
  struct backend_step {
    const char *argv[BACKEND_ARGUMENTS];
    enum claim (*read)(const struct ended *ended, struct schedule *schedule); /* NULL: prepares */
  } steps[BACKEND_STEPS];
  const char *open; /* what it means that it cannot tell */
};

/* Rows of table.c. */
extern const struct backend backend_gcc, backend_cbmc, backend_esbmc, backend_klee,
  backend_cpachecker, backend_frama_c;

/* Is all there that it needs? False with a message in `error` if not. */
bool backend_is_there(const struct backend *backend, struct str *error);

struct backend_job {
  const struct backend *backend;
  const char *program; /* its text */
  const char *folder;  /* exists; program.c and what the tools say and leave is put there */
  size_t bytes;        /* of memory that a process may use; 0 = no limit */
  bool (*stop)(void *argument); /* polled: true = the time is over, or somebody wants to stop */
  void *argument;
};

struct backend_answer {
  enum claim claim;
  bool traced;              /* VIOLATION: with this schedule of the program */
  struct schedule schedule; /* labels and inputs as they are numbered there */
  bool stopped;             /* NOTHING: because `stop` said so */
  struct str trouble;       /* NOTHING, OPEN: otherwise, why */
};
void backend_run(struct backend_answer *answer, const struct backend_job *job);
void backend_answer_free(struct backend_answer *answer);

/* Readers of what the tools print (read.c, klee.c). A schedule that was read has contexts. */
enum claim read_explore(const struct ended *ended, struct schedule *schedule);
enum claim read_bmc(const struct ended *ended, struct schedule *schedule);
enum claim read_klee(const struct ended *ended, struct schedule *schedule);
/* KLEE's test case, a file of so many bytes. False if it is none: then the schedule is no use. */
bool read_ktest(struct schedule *schedule, const void *text, size_t length);
enum claim read_cpachecker(const struct ended *ended, struct schedule *schedule);
enum claim read_eva(const struct ended *ended, struct schedule *schedule);
/* For readers: the input of this number, unless that is absurd. */
void read_input(struct schedule *schedule, uint64_t number, uint64_t input);

#endif
