/* heddle instances: into which instances do tiles divide the schedules of a program? */
#include <inttypes.h>
#include <stdio.h>

#include "base/output.h"
#include "cli/inputs.h"
#include "cli/interrupt.h"

struct instances_options {
  struct load_options load;
  struct part_options part;
  unsigned seed;
  const char *output;
};

static const struct instances_options defaults = {.load = LOAD_DEFAULTS};

static const struct option options_of_instances[] = {
  TILE_OPTIONS(struct instances_options, part),
  SELECTION_OPTIONS(struct instances_options, part),
  {.name = "seed",
   .section = SECTION_EXPERT,
   .kind = OPTION_UNSIGNED,
   .offset = offsetof(struct instances_options, seed),
   .argument = "N",
   .help = "seed of the draw, with --instances",
   .most = 2000000000},
  {.name = "output",
   .letter = 'o',
   .kind = OPTION_TEXT,
   .offset = offsetof(struct instances_options, output),
   .argument = "FILE",
   .help = "write the instances to FILE, one a line; - is standard output"},
  LOAD_OPTIONS(struct instances_options, load),
};

static const struct option_table table = {
  .usage = "instances FILE... --tile-size N --tiles Z [options] [-- CLANG-FLAGS]",
  .about =
    "Cuts the labels of each thread into tiles, and tells how many instances of the program\n"
    "there are: selections of Z tiles of each thread in which alone it may be interrupted,\n"
    "besides wherever it may have to wait. Together they have all runs with up to 2 Z context\n"
    "switches.\n",
  .options = options_of_instances,
  .n = sizeof options_of_instances / sizeof *options_of_instances,
  .defaults = &defaults,
  .size = sizeof defaults,
  .rest = "CLANG-FLAGS",
};

/* ---- what there is ---- */

static void
describe_thread(struct str *out, const struct prog *prog, const struct labels *labels,
                const struct tiling *tiling, thread_id t)
{
  uint32_t tiles = tiling_count(tiling, t), n = tiling_labels(prog, labels, t);
  str_printf(out, "thread %" PRIu32 " (%s): %" PRIu32 " label%s in %" PRIu32 " tile%s", t,
             prog->threads.at[t].name, n, n == 1 ? "" : "s", tiles, tiles == 1 ? "" : "s");
  for (uint32_t i = 0; i < tiles; i++) {
    const struct tile *tile = tiling_get(tiling, t, i);
    str_printf(out, "%s %" PRIu32 ":%" PRIu32 "-%" PRIu32, i ? "," : ":", i, tile->first,
               tile->end - 1);
  }
  str_add(out, "\n");
}

static void
describe(struct str *out, const struct prog *prog, const struct labels *labels,
         const struct tiling *tiling, const struct selections *selections,
         const struct instances_options *options)
{
  double count = selections_count(selections);
  for (thread_id t = 0; t < prog->threads.n; t++)
    describe_thread(out, prog, labels, tiling, t);
  str_printf(out, count < 1e15 ? "instances: %.0f" : "instances: about %.3g", count);
  if (options->part.instances && options->part.instances < count)
    str_printf(out, "; %u of them at random", options->part.instances);
  str_add(out, "\n");
}

/* ---- the lines ---- */

static bool
write_lines(FILE *file, const struct tiling *tiling, struct selections *selections,
            const struct instances_options *options)
{
  struct instance instance = {0};
  struct str line = {0};
  uint64_t most = parts_instances(&options->part);
  for (uint64_t i = 0; i < most && !interrupted() && selections_next(selections, &instance); i++) {
    line.n = 0;
    instance_print(&line, tiling, &instance);
    str_add(&line, "\n");
    if (fputs(str_text(&line), file) == EOF)
      break;
  }
  instance_free(&instance);
  str_free(&line);
  return !ferror(file) && !interrupted();
}

static int
write_instances(const struct tiling *tiling, struct selections *selections,
                const struct instances_options *options)
{
  struct str error = {0};
  struct output output;
  int code = 0;
  interrupt_watch(false); /* so that no half-written file is left */
  bool written = output_open(&output, options->output, &error);
  if (written)
    written = output_close(&output, write_lines(output.file, tiling, selections, options), &error);
  if (!written)
    code = cli_failure(str_text(&error));
  else if (interrupted())
    code = EXIT_OPEN;
  str_free(&error);
  return code;
}

/* ---- the command ---- */

static int
tell(const struct prog *prog, const struct labels *labels, const struct tiling *tiling,
     const struct instances_options *options)
{
  struct selections *selections = parts_select(tiling, &options->part, options->seed);
  struct str text = {0};
  describe(&text, prog, labels, tiling, selections, options);
  bool only_lines = options->output && options->output[0] == '-' && !options->output[1];
  fputs(str_text(&text), only_lines ? stderr : stdout);
  int code = options->output ? write_instances(tiling, selections, options) : 0;
  str_free(&text);
  selections_free(selections);
  return code;
}

static int
list_instances(const struct instances_options *options, const struct operands *operands)
{
  struct str error = {0};
  struct diags diags = {0};
  struct labels labels = {0};
  struct tiling tiling = {0};
  int code = 0;
  if (options->output && !output_check(options->output, &error))
    code = cli_failure(str_text(&error));
  struct prog *prog = code ? NULL : input_load(&command_instances, &options->load, operands, &code);
  if (prog) {
    labels_find(&labels, prog);
    bool tiled = parts_tiling(&tiling, &options->part, prog, &labels, &diags);
    code = tiled ? tell(prog, &labels, &tiling, options) : EXIT_INPUT;
    diags_print(&diags, stderr);
    tiling_free(&tiling);
    labels_free(&labels);
    prog_free(prog);
  }
  diags_free(&diags);
  str_free(&error);
  return code;
}

static int
run(const struct command_line *line)
{
  struct instances_options options = defaults;
  struct operands operands = {0};
  struct str error = {0};
  int code = 0;
  if (input_line(&command_instances, line, &options, &options.load, &operands, &code)) {
    const struct part_options *part = &options.part;
    if (!part->tile_size && !part->tiling)
      str_add(&error, "say how labels are to be tiled: --tile-size or --tiling");
    else if (!part->tiles)
      str_add(&error, "say how many tiles are to be selected: --tiles");
    if (error.n || !parts_check(part, 0, &error))
      code = cli_usage(&command_instances, str_text(&error));
    else
      code = list_instances(&options, &operands);
  }
  str_free(&error);
  operands_free(&operands);
  return code;
}

const struct command command_instances = {
  .name = "instances",
  .summary = "divide the schedules of a program by tiles",
  .table = &table,
  .run = run,
};
