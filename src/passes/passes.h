/* The pipeline, written down once: which passes there are, in which order, what each needs and
 * makes, and how it is dumped.
 *
 *   unfold or parse   files                  a prog (src/load; it comes in finished)
 *   labels            prog                   labels
 *   values            prog                   sets of values
 *   slice             prog, labels, values   all three anew, of what the properties depend on
 *   ranges            prog, values           intervals and bits
 *
 * What comes out at the end is what is encoded, or written as C. Whoever wants less stops earlier,
 * or leaves passes out:
 *
 *   struct pipeline line = {.prog = prog};
 *   pipeline_run(&line, PASS_LABELS);
 *   line.part = ...;                          which schedules: by the labels of the whole program
 *   pipeline_run(&line, PASS_RANGES);
 *   ...
 *   pipeline_free(&line);
 */
#ifndef HEDDLE_PASSES_PASSES_H
#define HEDDLE_PASSES_PASSES_H

#include "analysis/labels.h"
#include "analysis/part.h"
#include "analysis/ranges.h"
#include "analysis/slice.h"
#include "analysis/values.h"
#include "base/str.h"
#include "ir/prog.h"

/* In their order, with the words of `dump --after`. A .prog file is parsed instead of unfolded. */
enum pass_id {
  PASS_UNFOLD,
  PASS_PARSE,
  PASS_LABELS,
  PASS_VALUES,
  PASS_SLICE,
  PASS_RANGES,
  PASS_COUNT
};
#define PASS_WORDS "unfold,parse,labels,values,slice,ranges"

/* What a pass needs and makes, a bit each. */
enum pass_product {
  PRODUCT_PROG = 1 << 0,
  PRODUCT_LABELS = 1 << 1,
  PRODUCT_VALUES = 1 << 2,
  PRODUCT_RANGES = 1 << 3,
};

struct pipeline {
  /* Set by the caller. */
  const struct prog *prog;     /* the program; after PASS_SLICE the slice, unless it is left out */
  const struct labels *labels; /* of the prog; NULL = to be found */
  const struct part *part;     /* of the schedules; NULL = all */
  unsigned without;            /* bit p: leave pass p out */
  bool whole_labels;           /* the slice keeps the labels, and the part, of the program */
  /* Set by the passes. */
  unsigned has;          /* products */
  unsigned done;         /* bit p: pass p, done or left out */
  struct values *values; /* of the prog */
  struct ranges *ranges; /* likewise; NULL if they are left out */
  bool sliced;           /* false also if the slice has no schedules like those of the part */
  struct slice slice;
  /* Owned. */
  struct labels labels_of_whole;
  struct part part_of_slice;
};

struct pass {
  const char *name;
  unsigned needs, makes;                                      /* sets of enum pass_product */
  void (*run)(struct pipeline *line);                         /* NULL: src/load has done it */
  void (*dump)(struct str *out, const struct pipeline *line); /* the state after it */
};

const struct pass *pass_get(enum pass_id pass);

/* Runs what is missing up to the pass, in order. */
void pipeline_run(struct pipeline *line, enum pass_id last);
/* The prog as text after this pass, which was the last one, with what it found out as comments. */
void pipeline_dump(struct str *out, const struct pipeline *line, enum pass_id last);
void pipeline_free(struct pipeline *line);

#endif
