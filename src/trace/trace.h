/* Traces: an executed run as something a person can follow, as JSON, and as a part of a page.
 *
 * Input is the run recorded by the interpreter; nothing here decides anything. Steps are grouped by
 * context; runs of steps at one source line are shown together; names are those of the program
 * (`stack.array[1].next`), internal functions of the models do not appear: their steps are shown at
 * the user's call with what they mean (`pthread_mutex_lock(&m)`). */
#ifndef HEDDLE_TRACE_TRACE_H
#define HEDDLE_TRACE_TRACE_H

#include "base/json.h"
#include "base/str.h"
#include "interp/interp.h"

/* What the bug needs of the order of its steps: the first of each pair before the second. If they
 * come the other way round, and all else as it was, the run does not fail. */
struct cause_pair {
  uint32_t first, second; /* steps */
  /* If `second` is NO_STEP, this store would have come in time for the first step to read it, but comes
   * too late. */
  event_id late;
};
#define NO_STEP UINT32_MAX
struct cause {
  VEC(struct cause_pair) pairs; /* by their second steps */
  bool chances; /* what happens by chance in the run has to: without, it does not fail */
};
void cause_free(struct cause *cause);

struct trace_input {
  const struct prog *prog;
  const struct labels *labels;
  const struct schedule *schedule;
  const struct run *run;
  const struct cause *cause; /* NULL: nobody has looked for it */
};

/* depends.c: of each step, does the bug depend on it? */
typedef VEC(bool) step_set;
void trace_find_steps(step_set *steps, const struct trace_input *input);

struct trace_style {
  bool colour;
  bool full;      /* also what the bug does not depend on */
  unsigned width; /* of a line, in columns; 0 = as usual */
};
void trace_text(struct str *out, const struct trace_input *input, const struct trace_style *style);
/* One object: { "threads": [...], "steps": [...], "violation": {...} } */
void trace_json(struct json *json, const char *key, const struct trace_input *input);

/* Steps, source and values, to be put into the body of a page (report/html.c). */
void trace_html(struct str *out, const struct trace_input *input);
/* What is wrong, in one line of text that can stand in a page. */
void trace_html_bug(struct str *out, const struct trace_input *input);
/* Why it happens, as a section of a page; nothing if that is not known. */
void trace_html_why(struct str *out, const struct trace_input *input);

/* late.c: is there a store that waits in its thread's buffer while others do something, so that no
 * sequentially consistent run has these steps? */
bool trace_is_late(const struct trace_input *input);

/* scripted.c: what the world outside chose in the run, each in words: "malloc() fails at a.c:7". */
struct scripted {
  VEC(const char *) words;
  bool library; /* there are results of library functions among them */
  struct arena arena;
};
void scripted_find(struct scripted *all, const struct trace_input *input);
/* Calls that wait for a limited time: of a run that has the points of a replay. */
void scripted_find_timed(struct scripted *all, const struct trace_input *input);
void scripted_free(struct scripted *all);
/* If what is wrong is misuse of the library, the function whose model noticed: the C library does
 * not. Else NULL. */
const char *scripted_checker(const struct trace_input *input);

/* name.c: `bytes` bytes at object+offset as a C expression, in the arena-free buffer of a str. */
void name_memory(struct str *out, const struct prog *prog, object_id object, uint64_t offset,
                 uint32_t bytes);
/* The value as C writes it, according to the type of that piece of memory: -1, 'a', &x, NULL. */
void name_value(struct str *out, const struct prog *prog, object_id object, uint64_t offset,
                uint32_t bytes, uint64_t value);

#endif
