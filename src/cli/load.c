#include "cli/load.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/file.h"
#include "cli/project.h"
#include "cli/property_file.h"
#include "ir/text.h"
#include "unfold/unfold.h"

static bool
ends_in(const char *text, const char *end)
{
  size_t n = strlen(text), m = strlen(end);
  return n >= m && !strcmp(text + n - m, end);
}

bool
load_is_prog(const struct operands *operands)
{
  for (size_t i = 0; i < operands->words.n; i++)
    if (ends_in(operands->words.at[i], ".prog"))
      return true;
  return false;
}

/* ---- the command line --------------------------------------------------------- */

/* In the competition only calls of reach_error count: a failed assertion or abort ends the run. */
static void
read_property_file(struct load_options *load, struct arena *arena, struct diags *diags)
{
  struct str text = {0};
  struct property_file file;
  if (file_read_text(&text, load->property_file, diags) &&
      property_file_parse(&file, str_text(&text), load->property_file, arena, diags)) {
    load->property = file.property;
    load->only_calls = true;
    if (!load->entry)
      load->entry = file.entry;
  }
  str_free(&text);
}

static void
settle_bounds(struct load_options *load)
{
  load->bounds = load->unwind == UNWIND_NOT_GIVEN ? BOUNDS_DEFAULT : BOUNDS_GIVEN;
  if (load->bounds == BOUNDS_DEFAULT)
    load->unwind = 2;
}

bool
load_line(const struct command *command, const struct command_line *line, void *into,
          struct load_options *load, struct operands *operands, int *exit_code)
{
  struct diags diags = {0};
  if (!cli_options(command, line, into, operands, exit_code))
    return false;
  settle_bounds(load);
  if (!operands->words.n && !load->project) {
    *exit_code = cli_usage(command, operands->rest.n ? "no input file; files stand before '--'"
                                                     : "no input file");
    return false;
  }
  if (load->project && load_is_prog(operands)) {
    *exit_code = cli_usage(command, "a .prog file is not compiled; it belongs to no project");
    return false;
  }
  if (load->property_file)
    read_property_file(load, &operands->arena, &diags);
  if (load->project)
    load->files = project_files(load->project, operands, &diags);
  diags_print(&diags, stderr);
  bool fine = !diags.errors;
  if (!fine)
    *exit_code = EXIT_INPUT;
  diags_free(&diags);
  return fine;
}

/* ---- --unwindset ----------------------------------------------------------- */

/* A number that fills `text` up to `end`. */
static bool
read_number(const char *text, const char *end, unsigned *out)
{
  size_t n = strspn(text, "0123456789");
  unsigned long number = strtoul(text, NULL, 10);
  if (!n || n > 9 || text + n != end || number > UNWIND_MOST)
    return false;
  *out = (unsigned)number;
  return true;
}

/* Of objects rather than loops. */
static bool
is_of_bytes(const char *text)
{
  return ends_in(text, "bytes");
}

static bool
read_rule(struct unwind_rule *rule, const char *text, struct arena *arena)
{
  const char *equals = strchr(text, '='), *colon = strchr(text, ':');
  size_t unit = is_of_bytes(text) ? strlen("bytes") : 0;
  if (!equals)
    return false;
  const char *end = colon && colon < equals ? colon : equals;
  if (end == text || !read_number(equals + 1, text + strlen(text) - unit, &rule->bound))
    return false;
  if (end == colon && (!read_number(colon + 1, equals, &rule->line) || !rule->line))
    return false;
  rule->function = arena_printf(arena, "%.*s", (int)(end - text), text);
  return true;
}

struct rules {
  struct unwind_rule *at;
  size_t n;
};

/* The rules of loops, or of objects; they live in the arena. */
static struct rules
read_rules(const struct option_list *list, bool bytes, struct arena *arena, struct str *error)
{
  struct rules rules = {arena_alloc(arena, (list->n + 1) * sizeof *rules.at), 0};
  for (size_t i = 0; i < list->n && !error->n; i++) {
    if (is_of_bytes(list->at[i]) != bytes)
      continue;
    if (!read_rule(&rules.at[rules.n++], list->at[i], arena))
      str_printf(error,
                 "option '--unwindset': '%s' is not of the form function:line=N or function=N",
                 list->at[i]);
  }
  return rules;
}

/* ---- files ------------------------------------------------------------------- */

static struct prog *
load_prog(const char *path, struct diags *diags)
{
  struct str text = {0};
  struct prog *prog =
    file_read_text(&text, path, diags) ? prog_parse(str_text(&text), path, diags) : NULL;
  str_free(&text);
  if (prog && prog_check(prog, diags))
    return prog;
  if (prog)
    prog_free(prog);
  return NULL;
}

static const struct frontend_file *
plain_files(const struct operands *operands, struct arena *arena)
{
  struct frontend_file *files = arena_alloc(arena, operands->words.n * sizeof *files);
  for (size_t i = 0; i < operands->words.n; i++)
    files[i].path = operands->words.at[i];
  return files;
}

static bool
sets_language(const struct operands *operands)
{
  for (size_t i = 0; i < operands->rest.n; i++)
    if (!strncmp(operands->rest.at[i], "-x", 2))
      return true;
  return false;
}

/* clang would say so too, but in its own words; what it does not know it leaves to the linker. */
static bool
are_c(const struct operands *operands, struct diags *diags)
{
  for (size_t i = 0; i < operands->words.n; i++) {
    const char *path = operands->words.at[i];
    if (file_is_readable(path, diags) && !ends_in(path, ".c") && !ends_in(path, ".i") &&
        !sets_language(operands))
      diag_error(diags, "'%s' is not C: its name ends neither in .c nor in .i", path);
  }
  return !diags->errors;
}

/* ---- in two steps -------------------------------------------------------------- */

struct source {
  const struct load_options *options;
  struct arena arena;
  const char *path;          /* of a .prog, else NULL */
  struct frontend *frontend; /* of anything else */
  struct frontend_options front;
  void (*speaks)(void *argument); /* see load_stop */
};

static void
print_messages(const struct source *source, struct diags *diags)
{
  if (source->speaks && diags->all.n)
    source->speaks(source->front.argument);
  diags_print(diags, stderr);
  diags_free(diags);
}

static void
set_front(struct source *source, const struct operands *operands, const struct load_stop *stop)
{
  const struct load_options *options = source->options;
  source->front = (struct frontend_options){
    .files = options->files ? options->files : plain_files(operands, &source->arena),
    .n_files = operands->words.n,
    .flags = operands->rest.at,
    .n_flags = operands->rest.n,
    .entry = options->entry,
    .property = options->property,
    .malloc_fails = options->malloc_fails,
    .reuse = options->reuse,
    .no_spurious = options->no_spurious,
    .handle_first = options->handle_first,
    .havoc_unknown = options->havoc_unknown,
    .only_calls = options->only_calls,
    .replay = options->replay,
    .to_the_end = options->to_the_end,
    .stop = stop ? stop->asked : NULL,
    .argument = stop ? stop->argument : NULL,
    .effort = stop ? stop->effort : NULL,
  };
  source->speaks = stop ? stop->speaks : NULL;
}

/* Is the command line one that we can do something with? */
static bool
is_usable(const struct command *command, const struct load_options *options,
          const struct operands *operands, int *exit_code)
{
  struct arena arena = {0};
  struct str error = {0};
  bool is_prog = load_is_prog(operands);
  for (int bytes = 0; bytes < 2; bytes++)
    read_rules(&options->unwindset, bytes, &arena, &error);
  if (is_prog && operands->words.n > 1)
    str_add(&error, "a .prog file is a whole program; it cannot be combined with other files");
  else if (is_prog && operands->rest.n)
    str_add(&error, "a .prog file is not compiled; it takes no compiler flags");
  bool usable = !error.n;
  if (!usable)
    *exit_code = cli_usage(command, str_text(&error));
  str_free(&error);
  arena_free(&arena);
  return usable;
}

/* Are the rules of --unwindset about loops that there are? */
static bool
rules_apply(const struct command *command, const struct source *source, int *exit_code)
{
  struct arena arena = {0};
  struct str error = {0};
  struct rules rules = read_rules(&source->options->unwindset, false, &arena, &error);
  bool apply = true;
  for (size_t i = 0; i < rules.n && apply; i++)
    apply = unfold_check_rule(source->frontend, &rules.at[i], &error);
  if (!apply)
    *exit_code = cli_usage(command, str_text(&error));
  str_free(&error);
  arena_free(&arena);
  return apply;
}

struct source *
load_open(const struct command *command, const struct load_options *options,
          const struct operands *operands, const struct load_stop *stop, int *exit_code)
{
  if (!is_usable(command, options, operands, exit_code))
    return NULL;
  struct source *source = mem_alloc(sizeof *source);
  *source = (struct source){.options = options};
  if (load_is_prog(operands)) {
    source->path = operands->words.at[0];
    return source;
  }
  struct diags diags = {0};
  set_front(source, operands, stop);
  if (are_c(operands, &diags))
    source->frontend = frontend_open(&source->front, &diags);
  print_messages(source, &diags);
  if (!source->frontend)
    *exit_code = EXIT_INPUT;
  else if (rules_apply(command, source, exit_code))
    return source;
  load_close(source);
  return NULL;
}

void
load_close(struct source *source)
{
  if (source->frontend)
    frontend_close(source->frontend);
  arena_free(&source->arena);
  free(source);
}

bool
load_ndebug(const struct source *source)
{
  return !source->path && frontend_ndebug(&source->front);
}

static struct prog *
unfold_c(const struct source *source, const struct load_options *bounds, struct unwind_cuts *cuts,
         struct diags *diags)
{
  struct arena arena = {0};
  struct str error = {0};
  struct frontend_options front = source->front;
  front.unwind = bounds->unwind;
  front.bounds = bounds->bounds;
  struct rules loops = read_rules(&bounds->unwindset, false, &arena, &error);
  struct rules sizes = read_rules(&bounds->unwindset, true, &arena, &error);
  assert(!error.n);
  front.unwindset = loops.at;
  front.n_unwindset = loops.n;
  front.sizes = sizes.at;
  front.n_sizes = sizes.n;
  front.cuts = cuts;
  struct prog *prog = unfold_program(source->frontend, &front, diags);
  str_free(&error);
  arena_free(&arena);
  return prog;
}

struct prog *
load_unfold(const struct source *source, const struct load_options *bounds,
            struct unwind_cuts *cuts, int *exit_code)
{
  struct diags diags = {0};
  struct prog *prog =
    source->path ? load_prog(source->path, &diags) : unfold_c(source, bounds, cuts, &diags);
  print_messages(source, &diags);
  *exit_code = prog ? 0 : EXIT_INPUT;
  if (prog) {
    prog_restrict(prog, source->options->property, source->options->only_calls);
    prog->memory = (enum memory_model)source->options->memory;
    assert(prog_is_sound(prog));
  }
  return prog;
}

struct prog *
load(const struct command *command, const struct load_options *options,
     const struct operands *operands, const struct load_stop *stop, int *exit_code)
{
  struct source *source = load_open(command, options, operands, stop, exit_code);
  if (!source)
    return NULL;
  struct prog *prog = load_unfold(source, options, NULL, exit_code);
  load_close(source);
  return prog;
}
