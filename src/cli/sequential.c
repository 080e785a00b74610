#include "cli/sequential.h"

#include "analysis/slice.h"
#include "cli/emit.h"
#include "emit/emit.h"

/* What the text cannot say; NULL: everything. */
static const char *
refusal(enum program_form form, const struct prog *prog, const struct part_options *part)
{
  if (prog->memory != MEMORY_SC)
    return "this form is for the memory model 'sc' only";
  if (form == PROGRAM_VARIANT && (part->schedule || part->switches))
    return "a variant has no rounds: '--schedule' and '--context-switches' mean nothing to it";
  for (size_t i = 0; i < prog->events.n; i++)
    if (prog->events.at[i].kind == EVENT_ASSERT)
      return NULL;
  bool races = prog->asks && !(prog->asks & PROPERTY_DEADLOCK);
  return races ? "this form has assertions and deadlocks only, no races" : NULL;
}

static void
describe(struct str *out, enum program_form form, const struct emission *emission, unsigned rounds)
{
  const struct prog *prog = emission->prog;
  str_add(out, emission->comment);
  if (form == PROGRAM_SEQUENTIAL)
    str_printf(out, "rounds: %u", rounds);
  else
    str_add(out, "any number of rounds");
  parts_describe(out, &emission->sequential->part);
  str_add(out, "\n");
  if (prog->asks & PROPERTY_RACE)
    str_add(out, "only assertions and deadlocks: races are not looked for here\n");
  for (size_t i = 0; i < prog->assumed.n; i++)
    str_printf(out, "assumed: %s\n", prog->assumed.at[i]);
  if (form == PROGRAM_VARIANT) {
    str_add(out, "\nTo run it, with the folder share/emit of heddle as EMIT:\n"
                 "  gcc -std=c17 -O1 -pthread -I EMIT FILE EMIT/variant.c && ./a.out\n");
    return;
  }
  str_add(out, "\nTo try all runs, with the folder share/emit of heddle as EMIT:\n"
               "  gcc -std=c17 -O1 -I EMIT FILE EMIT/explore.c && ./a.out\n"
               "For other tools say which one it is: EMIT/sequential.h lists them.\n");
}

/* The slice, or the whole where the slice has no such part. */
static void
emit_slice(struct str *out, struct emit_request *request)
{
  struct slice slice;
  struct part part;
  struct prog *copy = prog_copy(request->prog);
  copy->asks &= PROPERTY_DEADLOCK;
  struct values *values = values_find(copy);
  slice_find(&slice, copy, request->labels, values);
  if (slice_part(&slice, request->labels, request->part, &part)) {
    request->prog = slice.prog;
    request->labels = &slice.labels;
    request->part = &part;
  }
  emit_program(out, request);
  part_free(&part);
  slice_free(&slice);
  values_free(values);
  prog_free(copy);
}

static void
emit_whole(struct str *out, struct emit_request *request)
{
  emit_program(out, request);
}

/* With all that the part takes; false with *exit_code set. */
static bool
write_part(struct str *out, enum program_form form, const struct emission *emission,
           const struct labels *labels)
{
  const struct sequential_options *options = emission->sequential;
  struct part part = {0};
  struct str error = {0}, about = {0};
  struct diags diags = {0};
  unsigned rounds = emission->rounds;
  bool good = parts_check(&options->part, rounds, &error) &&
              parts_find(&part, &rounds, &options->part, emission->prog, labels, &error, &diags);
  if (good) {
    describe(&about, form, emission, rounds);
    struct emit_request request = {.form = form,
                                   .prog = emission->prog,
                                   .labels = labels,
                                   .part = &part,
                                   .rounds = rounds,
                                   .about = str_text(&about),
                                   .file = emission->output,
                                   .lines = options->lines};
    (options->no_slice ? emit_whole : emit_slice)(out, &request);
  } else {
    *emission->exit_code = error.n ? cli_usage(&command_emit, str_text(&error)) : EXIT_INPUT;
    diags_print(&diags, stderr);
  }
  diags_free(&diags);
  str_free(&about);
  str_free(&error);
  part_free(&part);
  return good;
}

static void
text_free(void *made)
{
  struct str *text = made;
  str_free(text);
  vec_drop(text);
}

static void *
make(enum program_form form, const struct emission *emission)
{
  const char *refused = refusal(form, emission->prog, &emission->sequential->part);
  if (refused) {
    *emission->exit_code = cli_failure(refused);
    return NULL;
  }
  struct labels labels;
  labels_find(&labels, emission->prog);
  struct str *text = mem_alloc(sizeof *text);
  bool good = write_part(text, form, emission, &labels);
  labels_free(&labels);
  if (good)
    return text;
  text_free(text);
  return NULL;
}

static void *
make_sequential(const struct emission *emission)
{
  return make(PROGRAM_SEQUENTIAL, emission);
}

static void *
make_variant(const struct emission *emission)
{
  return make(PROGRAM_VARIANT, emission);
}

static bool
write_text(const void *made, FILE *out)
{
  return fputs(str_text(made), out) >= 0;
}

const struct emit_form emit_sequential = {make_sequential, write_text, text_free};
const struct emit_form emit_variant = {make_variant, write_text, text_free};
