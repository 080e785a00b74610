#include "cli/sequential.h"

#include "analysis/slice.h"

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
  return prog->asks ? "this form has assertions only, no deadlocks and races" : NULL;
}

static void
describe(struct str *out, enum program_form form, const struct prog *prog,
         const struct sequential_options *options, unsigned rounds, const char *heading)
{
  str_add(out, heading);
  if (form == PROGRAM_SEQUENTIAL)
    str_printf(out, "rounds: %u", rounds);
  else
    str_add(out, "any number of rounds");
  parts_describe(out, &options->part);
  str_add(out, "\n");
  if (prog->asks)
    str_add(out, "only assertions: deadlocks and races are not looked for here\n");
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
write_slice(struct str *out, struct emit_request *request)
{
  struct slice slice;
  struct part part;
  struct prog *copy = prog_copy(request->prog);
  copy->asks = 0;
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

bool
sequential_text(struct str *out, enum program_form form, const struct prog *prog,
                const struct sequential_options *options, unsigned rounds, const char *heading,
                const char *file, int *exit_code)
{
  struct part part = {0};
  struct labels labels;
  struct str error = {0}, about = {0};
  struct diags diags = {0};
  const char *refused = refusal(form, prog, &options->part);
  if (refused) {
    *exit_code = cli_failure(refused);
    return false;
  }
  labels_find(&labels, prog);
  bool good = parts_check(&options->part, rounds, &error) &&
              parts_find(&part, &rounds, &options->part, prog, &labels, &error, &diags);
  if (good) {
    describe(&about, form, prog, options, rounds, heading);
    struct emit_request request = {form, prog,          &labels, &part, rounds, str_text(&about),
                                   file, options->lines};
    if (options->no_slice)
      emit_program(out, &request);
    else
      write_slice(out, &request);
  } else {
    *exit_code = error.n ? cli_usage(&command_emit, str_text(&error)) : EXIT_INPUT;
    diags_print(&diags, stderr);
  }
  diags_free(&diags);
  str_free(&about);
  str_free(&error);
  part_free(&part);
  labels_free(&labels);
  return good;
}
