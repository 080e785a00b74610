/* `heddle check`: its options, and everything it knows when it is done. The files verdict.c,
 * competition.c, statistics.c, record.c and internal.c turn a report into text. */
#ifndef HEDDLE_CLI_CHECK_H
#define HEDDLE_CLI_CHECK_H

#include "base/json.h"
#include "cli/deepen.h"
#include "cli/large.h"
#include "cli/load.h"
#include "cli/parts.h"
#include "engine/engine.h"
#include "engine/instances.h"
#include "replay/replay.h"
#include "trace/trace.h"

/* The phase that is the front end's; the others are the engine's. */
#define UNFOLDING "unfolding the program"

struct check_options {
  struct load_options load;
  struct part_options part;
  unsigned rounds, seed;
  bool rounds_given;
  unsigned jobs;   /* processes at work; 0 = one that does everything itself */
  bool deepen;     /* no bounds were given: they are raised step by step from these */
  bool no_narrow, no_slice, no_grow, no_guess;
  double seconds;  /* 0 = no limit */
  double job_seconds;  /* of an instance; likewise */
  unsigned job_memory; /* in MB; likewise */
  struct option_variant engine; /* enum engine_kind, and its command if it has one */
  unsigned colour;
  const char *json, *replay, *certify, *journal, *resume, *keep;
  bool stats, quiet, sv_comp;
};

/* The other verifier that is the engine; NULL = it is none. */
const struct backend *check_backend(const struct check_options *options);

/* Gives what the user has not set its value. */
void check_settle(struct check_options *options);

struct report {
  const struct command_line *line;
  const struct check_options *options;
  const struct operands *operands;
  struct load_options load; /* of the options, with the bounds that the report is about */
  struct arena arena;       /* what those need */
  const struct deepening *deepening; /* NULL if there was no search */
  const struct large *large;         /* what took so long; NULL = not known */
  struct prog *prog; /* NULL if it was interrupted before there was one, or died; then no labels */
  struct labels labels;
  struct part part;           /* of the schedules that was looked at */
  struct instances instances; /* what has become of them, if --tiles asks for some */
  const char *folder;         /* for the files of another verifier; NULL = there is none */
  struct engine_result result;
  struct { /* a stage that did not get to an answer, after others that did */
    bool is;
    enum engine_limit limit;
    const char *phase, *reason; /* as in the result of the engine */
    double share;
  } open;
  struct {
    const char *folder; /* NULL if there was no replay */
    enum replay_outcome outcome;
    unsigned late; /* stores that it kept in emulated buffers */
    struct str text;
    struct scripted scripted; /* what it was told */
    const char *checker;      /* the function whose model noticed the bug; NULL = the process did */
  } replay;
  VEC(const char *) notes; /* on the verdict, in words; in the arena */
  double frontend_seconds, labels_seconds, seconds; /* the last: all in all */
};

void report_free(struct report *report);

/* The stage that the report is about. */
const struct stage *report_stage(const struct report *report);

/* One line: the verdict, and what it does not cover; then a line for each thing assumed. */
void report_verdict(struct str *out, const struct report *report);
/* Whose word it is that there is no bug, if nobody has checked that; empty otherwise. */
void report_believed(struct str *out, const struct report *report);
/* Why the verdict is unknown or bounded or an internal error; empty otherwise. */
void report_reason(struct str *out, const struct report *report);
/* The next thing that is assumed, or NULL; *next is NULL before the first. */
const char *report_assumed(const struct report *report, const char **next, size_t *length);
int report_exit_code(const struct report *report);
/* Nothing was left out, and yet it is no proof: it rests on what is assumed. */
bool report_is_assumed(const struct report *report);
/* " under TSO (total store order)"; nothing under sequential consistency, which verdicts without a
 * bug state together with the rest of the configuration. */
void report_memory(struct str *out, const struct report *report);
/* Did it take stores that others see late? Then the run is none of a sequentially consistent
 * machine. */
bool report_is_late(const struct report *report);
/* One line: what came of the replay, if there was one. */
void report_replay(struct str *out, const struct report *report);
/* One line: the verdict in the words of the software verification competition. */
void report_competition(struct str *out, const struct report *report);

void report_statistics(struct str *out, const struct report *report);
void report_statistics_json(struct json *json, const char *key, const struct report *report);

/* The outermost JSON object. */
void report_json(struct json *json, const struct report *report);

/* For an internal error: writes all that is needed to reproduce it to a file, says so on stderr. */
void report_internal(const struct report *report);

#endif
