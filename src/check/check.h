/* A check: a program and options in, a report out.
 *
 * Nothing is printed here, and nothing known of commands. Whoever asks for a check watches it
 * (struct check_watch): he is told of messages about the program as they come up, can show how far
 * it is (struct progress), and can stop it. src/report turns a report into text. */
#ifndef HEDDLE_CHECK_CHECK_H
#define HEDDLE_CHECK_CHECK_H

#include "check/parts.h"
#include "check/progress.h"
#include "engine/engine.h"
#include "engine/instances.h"
#include "load/load.h"
#include "replay/replay.h"
#include "trace/trace.h"

struct worker_end;

struct check_options {
  struct load_options load;
  struct part_options part;
  unsigned rounds, seed;
  bool rounds_given;
  unsigned jobs; /* processes at work; 0 = one that does everything itself */
  bool deepen;   /* no bounds were given: they are raised step by step from these */
  bool no_narrow, no_slice, no_grow, no_guess, no_minimise;
  double seconds;               /* 0 = no limit */
  double job_seconds;           /* of an instance; likewise */
  unsigned job_memory;          /* in MB; likewise */
  struct option_variant engine; /* enum engine_kind, and its command if it has one */
  const char *replay, *certify, *journal, *resume, *keep;
  /* Not set by users: how workers are reached, and how many of them can run at the same time; NULL =
   * they are processes of this machine. */
  const struct transport *transport;
  unsigned ranks;
  unsigned
    only_known; /* shares of the instances that others work on: what their journals say; 0 = all is
                          tried as ever */
};

/* Do the options, as they were given, fit together and to the engine? False with a message in
 * `error` if not. */
bool check_fits(const struct check_options *options, struct str *error);
/* Gives what the user has not set its value. */
void check_settle(struct check_options *options);

/* ---- the engine of the options (choose.c) ---- */

/* The other verifier that is the engine; NULL = it is none. */
const struct backend *check_backend(const struct check_options *options);
/* Are the programs there that it needs? False with a message in `error`. */
bool check_engine_found(const struct check_options *options, struct str *error);
/* Can stores be seen late under this memory model? */
bool check_is_weak(unsigned memory);

/* ---- the report ---- */

struct report {
  const struct command_line *line;
  const struct check_options *options;
  const struct operands *operands;
  struct unwinding bounds;         /* that the report is about */
  struct arena arena;              /* what those need */
  const struct progress *progress; /* its deepening has stages and grounds; what took so long */
  struct prog *prog; /* NULL if it was interrupted before there was one, or died; then no labels */
  struct labels labels;
  struct part part;           /* of the schedules that was looked at */
  struct instances instances; /* what has become of them, if --tiles asks for some */
  const char *folder;         /* for the files of another verifier; NULL = there is none */
  struct engine_result result;
  struct cause cause; /* of the bug */
  struct {            /* a stage that did not get to an answer, after others that did */
    bool is;
    enum engine_limit limit;
    const char *phase, *reason; /* as in the result of the engine */
    double share;
    unsigned parts_done, parts_open; /* likewise */
  } open;
  struct {
    const char *folder; /* NULL if there was no replay */
    enum replay_outcome outcome;
    unsigned late; /* stores that it kept in emulated buffers */
    struct str text;
    struct scripted scripted; /* what it was told */
    const char *checker;      /* the function whose model noticed the bug; NULL = the process did */
  } replay;
  VEC(const char *) notes;                          /* on the verdict, in words; in the arena */
  double frontend_seconds, labels_seconds, seconds; /* the last: all in all */
};

void report_free(struct report *report);
/* The stage that the report is about. */
const struct stage *report_stage(const struct report *report);
/* What it holds of: so many rounds, or, if 0, every schedule. */
unsigned report_rounds(const struct report *report);
/* The run of a bug, for src/trace. */
struct trace_input report_trace(const struct report *report);
/* Did it take stores that others see late? Then the run is none of a sequentially consistent
 * machine. */
bool report_is_late(const struct report *report);

/* ---- checking ---- */

struct check_watch {
  bool (*stop)(void *argument);  /* polled: true = stop soon, and then it stays true */
  void (*show)(void *argument);  /* called often: the progress may have changed */
  void (*clear)(void *argument); /* others may print now: nothing must be shown */
  void (*tell)(void *argument, const struct diags *diags); /* messages about the program */
  void *argument;
};

/* Why something could not be done, for the user. */
enum check_failure {
  CHECK_FINE,
  CHECK_MISUSE, /* the options make no sense: see text */
  CHECK_FAILED, /* see text */
  CHECK_TOLD,   /* everything was told */
};
struct check_error {
  enum check_failure kind;
  struct str text;
};

/* Fills in the report, whose first members are set, and `progress` as it goes on, which may be
 * seen by another process. False, with an error, if there is none. */
bool check_run(struct report *report, struct progress *progress, const struct check_watch *watch,
               struct check_error *error);

/* The report of a process that got to no verdict of its own, by another one that has seen the
 * progress. The result refers to `reason`. */
void check_lost(struct report *report, struct progress *progress, const struct worker_end *end,
                struct str *reason);

/* Native replay of the report's bug. check_replay_begin makes the folder if it is not there, and
 * sees that it can be written to; what was built in it before goes. check_replay builds the program
 * there and runs it. The outcome and what it said go into the report; false, with an error, if that
 * could not be done. */
bool check_replay_begin(const char *folder, struct str *error);
bool check_replay(struct report *report, const char *folder, const struct check_watch *watch,
                  struct check_error *error);
/* For whoever replays other runs. */
struct replay_input check_replay_input(const struct prog *prog, const struct run *run,
                                       const struct load_options *options);

#endif
