/* What happened at a step, in the words that people read: of the text (render_text.c) and of the
 * page (render_html.c) alike. Zero-initialise but for `trace`; note the places that are going to be
 * spoken of, settle, then speak. */
#ifndef HEDDLE_TRACE_PHRASE_H
#define HEDDLE_TRACE_PHRASE_H

#include "trace/items.h"

struct phrases {
  const struct trace_input *trace;
  VEC(const char *) files; /* that were noted */
  bool full_paths;         /* their last components do not tell them apart */
};
void phrases_note(struct phrases *phrases, place_id place);
void phrases_settle(struct phrases *phrases);
void phrases_free(struct phrases *phrases);

/* As short as it can be. */
const char *phrase_file(const struct phrases *phrases, const char *file);
/* "line 12", or "stack.c:12" where several files are involved. */
void phrase_place(struct str *out, const struct phrases *phrases, place_id place);
/* "__VERIFIER_nondet_int() = 3" */
void phrase_input(struct str *out, const struct trace_input *trace, uint32_t input);
/* "reads x = 1"; `code` is the line it stands on, `verb` says whether to begin with one. */
void phrase_item(struct str *out, const struct phrases *phrases, const struct item *item,
                 const char *code, bool verb);

/* How many things, from this one on, are the same done to one piece of memory after the other? */
size_t phrase_run(const struct item *item, size_t left);
/* "text[0] to text[7] = 0": what an array is filled with is said once. */
enum { LONG_RUN = 4 };
void phrase_items(struct str *out, const struct phrases *phrases, const struct item *item, size_t n,
                  bool verb);

/* How many threads with one start function are started, one after the other, from this item on?
 * "starts threads 1, 2 and 3 (work)" */
size_t phrase_creations(const struct prog *prog, const struct item *item, size_t left);
void phrase_create(struct str *out, const struct prog *prog, const struct item *item, size_t n);

#endif
