#define _XOPEN_SOURCE 700
#include "cli/sequential.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/output.h"
#include "cli/emit.h"
#include "cli/interrupt.h"
#include "emit/emit.h"
#include "passes/passes.h"

/* What the text cannot say; NULL: everything. */
static const char *
refusal(enum program_form form, const struct prog *prog, const struct sequential_options *options)
{
  if (check_is_weak(prog->memory))
    return "this form is for the memory model 'sc' only";
  if (form == PROGRAM_VARIANT && (options->part.schedule || options->part.switches))
    return "a variant has no rounds: '--schedule' and '--context-switches' mean nothing to it";
  if (form == PROGRAM_VARIANT && options->claims)
    return "a variant has no words for claims: '--claims' is for the sequential form";
  if (options->part.instances && !options->part.tiles)
    return "'--instances' needs '--tiles'";
  if (options->part.tiles && options->part.instance)
    return "'--tiles' and '--instance' exclude each other";
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
  if (form == PROGRAM_VARIANT && emission->sequential->part.tiles)
    str_add(out, "-DINSTANCE=K chooses an instance: 1, 2, ... as the tables of yields below\n");
  if (prog->asks & PROPERTY_RACE)
    str_add(out, "only assertions and deadlocks: races are not looked for here\n");
  for (size_t i = 0; i < prog->assumed.n; i++)
    str_printf(out, "assumed: %s\n", prog->assumed.at[i]);
  for (unsigned i = 0; i < CONFIGURATION_COUNT; i++)
    if (prog->configured >> i & 1)
      str_printf(out, "configured: %s\n", configuration_words((enum configuration)i));
  if (form == PROGRAM_VARIANT) {
    str_add(out, "\nTo run it, with the folder share/emit of heddle as EMIT:\n"
                 "  gcc -std=c17 -O1 -pthread -I EMIT FILE EMIT/variant.c && ./a.out\n");
    return;
  }
  str_add(out, "\nTo try all runs, with the folder share/emit of heddle as EMIT:\n"
               "  gcc -std=c17 -O1 -I EMIT FILE EMIT/explore.c && ./a.out\n"
               "For other tools say which one it is: EMIT/sequential.h lists them.\n");
}

/* What goes in is the slice, or the whole where the slice has no such part. Tables of several
 * instances need labels that are the same for all: those of the whole. */
static void
emit_request(struct str *out, struct emit_request *request,
             const struct sequential_options *options)
{
  struct prog *copy = prog_copy(request->prog);
  copy->asks &= PROPERTY_DEADLOCK; /* races are not looked for */
  struct pipeline line = {.prog = copy,
                          .labels = request->labels,
                          .part = request->part,
                          .whole_labels = request->n_instances > 0};
  if (options->no_slice)
    line.without |= 1u << PASS_SLICE;
  if (options->no_narrow && !request->claims)
    line.without |= 1u << PASS_RANGES;
  pipeline_run(&line, PASS_RANGES);
  request->prog = line.prog;
  request->labels = line.labels;
  request->part = line.part;
  request->ranges = line.ranges;
  emit_program(out, request);
  pipeline_free(&line);
  prog_free(copy);
}

/* ---- instances ---- */

typedef VEC(struct emit_instance) instance_list;

static void
list_free(instance_list *list)
{
  for (size_t i = 0; i < list->n; i++) {
    part_free(&list->at[i].part);
    free(list->at[i].name);
  }
  vec_free(list);
}

static void
add_instances(instance_list *list, const struct emission *emission, const struct labels *labels,
              const struct tiling *tiling, struct selections *selections)
{
  uint64_t most = parts_instances(&emission->sequential->part);
  struct instance instance = {0};
  while (list->n < most && selections_next(selections, &instance)) {
    struct str name = {0};
    vec_push(list, (struct emit_instance){0});
    instance_print(&name, tiling, &instance);
    vec_last(list).name = name.text;
    instance_close(&vec_last(list).part, &instance, tiling, labels, emission->prog);
  }
  instance_free(&instance);
}

/* Those that the options ask for; false with an error. */
static bool
find_instances(instance_list *list, const struct emission *emission, const struct labels *labels,
               struct parts_error *error)
{
  const struct part_options *options = &emission->sequential->part;
  struct tiling tiling;
  if (!parts_tiling(&tiling, options, emission->prog, labels, &error->diags))
    return false;
  struct selections *selections = parts_select(&tiling, options, emission->sequential->seed);
  double count = selections_count(selections);
  if ((options->instances && options->instances < count ? options->instances : count) > 10000)
    str_printf(&error->misuse, "%.0f instances: take up to 10000 of them with '--instances'",
               count);
  else
    add_instances(list, emission, labels, &tiling, selections);
  selections_free(selections);
  tiling_free(&tiling);
  return !error->misuse.n;
}

/* ---- texts ---- */

/* With all that the part takes; false with *exit_code set. */
static bool
write_part(struct str *out, enum program_form form, const struct emission *emission,
           const struct labels *labels)
{
  const struct sequential_options *options = emission->sequential;
  struct part part = {0};
  struct parts_error error = {0};
  struct str about = {0};
  instance_list instances = {0};
  unsigned rounds = emission->rounds;
  bool good = parts_check(&options->part, rounds, &error.misuse) &&
              parts_find(&part, &rounds, &options->part, emission->prog, labels, &error) &&
              (!options->part.tiles || find_instances(&instances, emission, labels, &error));
  if (good) {
    describe(&about, form, emission, rounds);
    struct emit_request request = {.form = form,
                                   .prog = emission->prog,
                                   .labels = labels,
                                   .part = &part,
                                   .claims = options->claims,
                                   .instances = instances.at,
                                   .n_instances = instances.n,
                                   .rounds = rounds,
                                   .about = str_text(&about),
                                   .file = emission->output,
                                   .lines = options->lines};
    emit_request(out, &request, options);
  } else {
    *emission->exit_code = emit_refuse(&error);
  }
  list_free(&instances);
  str_free(&about);
  parts_error_free(&error);
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
  const char *refused = refusal(form, emission->prog, emission->sequential);
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

/* ---- a folder ---- */

static bool
write_file(const char *path, const struct str *text, struct str *error)
{
  struct output output;
  return output_open(&output, path, error) &&
         output_close(&output, write_text(text, output.file) && !interrupted(), error);
}

/* As if it were the only one: --instance, and its own file. */
static int
write_instance(const struct emission *emission, const char *name, size_t number)
{
  struct sequential_options options = *emission->sequential;
  struct emission one = *emission;
  struct str path = {0}, error = {0};
  str_printf(&path, "%s/instance-%zu.c", emission->output, number);
  options.part.tiles = options.part.instances = 0;
  options.part.instance = name;
  one.sequential = &options;
  one.output = str_text(&path);
  struct str *text = make_sequential(&one);
  int code = text ? 0 : *emission->exit_code;
  if (text && !write_file(str_text(&path), text, &error))
    code = cli_failure(str_text(&error));
  if (text)
    text_free(text);
  str_free(&path);
  str_free(&error);
  return code;
}

static int
write_instances(const struct emission *emission, const instance_list *instances)
{
  int code = 0;
  if (mkdir(emission->output, 0777) && errno != EEXIST) {
    struct str error = {0};
    str_printf(&error, "cannot make folder '%s': %s", emission->output, strerror(errno));
    code = cli_failure(str_text(&error));
    str_free(&error);
  }
  interrupt_watch(false); /* so that no half-written file is left */
  for (size_t i = 0; i < instances->n && !code && !interrupted(); i++)
    code = write_instance(emission, instances->at[i].name, i + 1);
  return code ? code : interrupted() ? EXIT_OPEN : 0;
}

/* What an instance closes needs no label, and leaves a smaller slice: hence a file for each. */
static int
write_folder(const struct emission *emission)
{
  const struct part_options *part = &emission->sequential->part;
  const char *refused = refusal(PROGRAM_SEQUENTIAL, emission->prog, emission->sequential);
  struct labels labels;
  struct parts_error error = {0};
  instance_list instances = {0};
  int code;
  labels_find(&labels, emission->prog);
  if (refused)
    code = cli_failure(refused);
  else if (!strcmp(emission->output, "-"))
    code = cli_usage(&command_emit, "one file for each instance: give a folder with '-o'");
  else if (parts_check(part, emission->rounds, &error.misuse) &&
           find_instances(&instances, emission, &labels, &error))
    code = write_instances(emission, &instances);
  else
    code = emit_refuse(&error);
  list_free(&instances);
  parts_error_free(&error);
  labels_free(&labels);
  return code;
}

const struct emit_form emit_sequential = {make_sequential, write_text, text_free, write_folder};
const struct emit_form emit_variant = {make_variant, write_text, text_free, NULL};
