/* A report (check/check.h) in words: for people, as JSON, for the software verification
 * competition. Nothing is searched here, and nobody exits; texts are added to a str, and who asks
 * for them prints them. The next format is a file beside these. */
#ifndef HEDDLE_REPORT_REPORT_H
#define HEDDLE_REPORT_REPORT_H

#include "base/json.h"
#include "base/json_read.h"
#include "check/check.h"
#include "memmodel/memmodel.h"

/* What a process ends with, also told in the record. */
enum exit_code {
  EXIT_SAFE = 0,
  EXIT_USAGE = 1,
  EXIT_INPUT = 2, /* does not compile, is not supported, cannot be read; output cannot be written */
  EXIT_OPEN = 5,  /* no bug within the bounds, or no answer */
  EXIT_INTERNAL = 6,
  EXIT_BUG = 10,
};
int report_exit_code(const struct report *report);

/* ---- verdict.c ---- */

/* One line: the verdict, and what it does not cover; then a line for each thing assumed. */
void report_verdict(struct str *out, const struct report *report);
/* Whose word it is that there is no bug, if nobody has checked that; empty otherwise. */
void report_believed(struct str *out, const struct report *report);
/* Why the verdict is unknown or bounded or an internal error; empty otherwise. */
void report_reason(struct str *out, const struct report *report);
/* The next thing that is assumed, or NULL; *next is NULL before the first. */
const char *report_assumed(const struct report *report, const char **next, size_t *length);
/* Nothing was left out, and yet it is no proof: it rests on what is assumed. */
bool report_is_assumed(const struct report *report);
const struct memmodel *report_memmodel(const struct report *report);
/* " under TSO (total store order)"; nothing under sequential consistency, which verdicts without a
 * bug state together with the rest of the configuration. */
void report_memory(struct str *out, const struct report *report);
/* One line: what came of the replay, if there was one. */
void report_replay(struct str *out, const struct report *report);

/* ---- others, each in a file of its own ---- */

/* One line: the verdict in the words of the software verification competition. */
void report_competition(struct str *out, const struct report *report);

void report_statistics(struct str *out, const struct report *report);
void report_statistics_json(struct json *json, const char *key, const struct report *report);

/* A whole page, see html.c. */
void report_html(struct str *out, const struct report *report);

/* The outermost JSON object. */
void report_json(struct json *json, const struct report *report);
/* Some members of that: what was checked, within which bounds, and the verdict. */
void report_json_covered(struct json *json, const struct report *report);
/* The outermost object of a SARIF log, whose places are relative to the working directory. */
void report_sarif(struct json *json, const struct report *report);
/* The bug in lines as compilers write them; nothing if there is none. */
void report_compiler(struct str *out, const struct report *report);
/* What of that it takes to run the bug again (schedule.c). Each is false if it is not there. */
void schedule_write_json(struct json *json, const char *key, const struct schedule *schedule);
bool schedule_read_json(struct schedule *schedule, const struct json_value *value);

/* What we need from the user if heddle itself is wrong, besides the prog: the schedule and the
 * circumstances, as comments to be put before it (internal.c). */
void report_circumstances(struct str *out, const struct report *report);

/* "heddle 0.1.0 (LLVM 19.1.7, CaDiCaL 1.5.3)", and the first number of these. */
void report_version(struct str *out);
const char *report_version_number(void);

#endif
