#include "passes/passes.h"

#include <assert.h>

#include "ir/text.h"
#include "passes/dump.h"

static void
run_labels(struct pipeline *line)
{
  labels_find(&line->labels_of_whole, line->prog);
  line->labels = &line->labels_of_whole;
}

static void
run_values(struct pipeline *line)
{
  line->values = values_find(line->prog);
}

/* Takes the slice's own labels, for which the part has to be translated. False if there is no such
 * part: the program is then taken as a whole. */
static bool
translate_part(struct pipeline *line)
{
  if (line->whole_labels)
    return true;
  if (!slice_part(&line->slice, line->labels, line->part, &line->part_of_slice)) {
    part_free(&line->part_of_slice);
    line->part_of_slice = (struct part){0};
    return false;
  }
  line->labels = &line->slice.labels;
  line->part = &line->part_of_slice;
  return true;
}

static void
run_slice(struct pipeline *line)
{
  slice_find(&line->slice, line->prog, line->labels, line->values);
  assert(prog_is_sound(line->slice.prog));
  line->sliced = translate_part(line);
  if (!line->sliced) {
    slice_free(&line->slice);
    return;
  }
  values_free(line->values);
  line->prog = line->slice.prog;
  line->values = values_find(line->prog);
}

static void
run_ranges(struct pipeline *line)
{
  line->ranges = ranges_find(line->prog, line->values);
}

static const struct pass passes[PASS_COUNT] = {
  [PASS_UNFOLD] = {"unfold", .makes = PRODUCT_PROG, .dump = dump_plain},
  [PASS_PARSE] = {"parse", .makes = PRODUCT_PROG, .dump = dump_plain},
  [PASS_LABELS] = {"labels", .needs = PRODUCT_PROG, .makes = PRODUCT_LABELS, .run = run_labels,
                   .dump = dump_labels},
  [PASS_VALUES] = {"values", .needs = PRODUCT_PROG, .makes = PRODUCT_VALUES, .run = run_values,
                   .dump = dump_values},
  [PASS_SLICE] = {"slice", .needs = PRODUCT_PROG | PRODUCT_LABELS | PRODUCT_VALUES,
                  .makes = PRODUCT_PROG | PRODUCT_LABELS | PRODUCT_VALUES, .run = run_slice,
                  .dump = dump_slice},
  [PASS_RANGES] = {"ranges", .needs = PRODUCT_PROG | PRODUCT_VALUES, .makes = PRODUCT_RANGES,
                   .run = run_ranges, .dump = dump_values},
};

const struct pass *
pass_get(enum pass_id pass)
{
  return &passes[pass];
}

/* What the caller has brought along need not be made. */
static void
begin(struct pipeline *line)
{
  line->has = PRODUCT_PROG;
  line->done = 1u << PASS_UNFOLD | 1u << PASS_PARSE;
  if (line->labels) {
    line->has |= PRODUCT_LABELS;
    line->done |= 1u << PASS_LABELS;
  }
}

void
pipeline_run(struct pipeline *line, enum pass_id last)
{
  if (!line->done)
    begin(line);
  for (enum pass_id p = 0; p <= last; p++) {
    const struct pass *pass = &passes[p];
    if (line->done >> p & 1)
      continue;
    line->done |= 1u << p;
    if (line->without >> p & 1)
      continue;
    assert(!(pass->needs & ~line->has));
    pass->run(line);
    line->has |= pass->makes;
  }
}

void
pipeline_dump(struct str *out, const struct pipeline *line, enum pass_id last)
{
  passes[last].dump(out, line);
}

void
pipeline_free(struct pipeline *line)
{
  ranges_free(line->ranges);
  values_free(line->values);
  if (line->sliced) {
    part_free(&line->part_of_slice);
    slice_free(&line->slice);
  }
  labels_free(&line->labels_of_whole);
}
