#include "load/load.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mutant.h"
#include "ir/text.h"
#include "load/ignore.h"
#include "load/project.h"
#include "load/property_file.h"
#include "memmodel/memmodel.h"
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

/* ---- what the options name ----------------------------------------------------- */

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

bool
load_settle(struct load_options *load, struct operands *operands, struct diags *diags)
{
  load->bounds = load->unwind == UNWIND_NOT_GIVEN ? BOUNDS_DEFAULT : BOUNDS_GIVEN;
  if (load->bounds == BOUNDS_DEFAULT)
    load->unwind = 2;
  if (load->property_file)
    read_property_file(load, &operands->arena, diags);
  if (load->project)
    load->files = project_files(load->project, operands, diags);
  return !diags->errors;
}

bool
load_bounds(struct unwinding *bounds, const struct load_options *options, struct arena *arena,
            struct str *misuse)
{
  *bounds = (struct unwinding){.unwind = options->unwind, .origin = options->bounds};
  return unwinding_parse(bounds, &options->unwindset, arena, misuse);
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
  const struct load_watch *watch;
  struct arena arena;
  const char *path;          /* of a .prog, else NULL */
  struct frontend *frontend; /* of anything else */
  struct ignore_list ignore;
  struct frontend_options front;
};

static void
tell(const struct source *source, struct diags *diags)
{
  if (diags->all.n)
    source->watch->tell(source->watch->argument, diags);
  diags_free(diags);
}

static void
set_front(struct source *source, const struct operands *operands)
{
  const struct load_options *options = source->options;
  const struct load_watch *watch = source->watch;
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
    .stores_late = memmodel_get((enum memory_model)options->memory)->stores_late,
    .handle_first = options->handle_first,
    .havoc_unknown = options->havoc_unknown,
    .volatile_atomic = options->volatile_atomic,
    .only_calls = options->only_calls,
    .replay = options->replay,
    .to_the_end = options->to_the_end,
    .stop = watch->stop,
    .argument = watch->argument,
    .effort = watch->effort,
  };
}

/* Are these files that we can do something with? */
static bool
is_usable(const struct operands *operands, struct str *misuse)
{
  bool is_prog = load_is_prog(operands);
  if (is_prog && operands->words.n > 1)
    str_add(misuse, "a .prog file is a whole program; it cannot be combined with other files");
  else if (is_prog && operands->rest.n)
    str_add(misuse, "a .prog file is not compiled; it takes no compiler flags");
  return !misuse->n;
}

/* Are the rules about loops that there are? */
static bool
rules_apply(struct source *source, const struct unwinding *bounds, struct str *misuse)
{
  struct unwind_rules rules = unwinding_rules(bounds, false, &source->arena);
  bool apply = true;
  for (size_t i = 0; i < rules.n && apply; i++)
    apply = unfold_check_rule(source->frontend, &rules.at[i], misuse);
  return apply;
}

/* ---- what other files of the project define --------------------------------------- */

/* Adds the file, if it is not among them yet. */
static bool
add_file(struct source *source, const struct project_source *found)
{
  struct frontend_options *front = &source->front;
  for (size_t i = 0; i < front->n_files; i++)
    if (!strcmp(front->files[i].path, found->file.path))
      return false;
  struct frontend_file *files = arena_alloc(&source->arena, (front->n_files + 1) * sizeof *files);
  memcpy(files, front->files, front->n_files * sizeof *files);
  files[front->n_files++] = found->file;
  front->files = files;
  return true;
}

/* Takes in what it can, or says where it is. True if there are more files now. */
static bool
take_sources(struct source *source, struct diags *diags)
{
  const struct load_options *options = source->options;
  struct frontend_options *front = &source->front;
  struct frontend_names names = {0};
  struct project_sources sources = {0};
  bool any = false;
  frontend_lacking(source->frontend, options->entry ? options->entry : "main", &names,
                   &source->arena);
  project_find(&sources, options->project, front->files, front->n_files, &names, &source->arena);
  for (size_t i = 0; i < sources.all.n; i++) {
    const struct project_source *found = &sources.all.at[i];
    const char *path = found->file.path;
    if (found->other)
      diag_at(diags, DIAG_NOTE, path, 0, 0, "function '%s' is defined here and in %s: name one",
              found->function, found->other);
    else if (!options->add_sources)
      diag_at(diags, DIAG_NOTE, path, 0, 0,
              "function '%s' is defined here: name this file too, or use --add-sources",
              found->function);
    else if (add_file(source, found)) {
      diag_at(diags, DIAG_NOTE, path, 0, 0, "taken in, since it defines '%s'", found->function);
      any = true;
    }
  }
  vec_free(&names.all);
  vec_free(&sources.all);
  return any;
}

static void
open_frontend(struct source *source, struct diags *diags)
{
  source->frontend = frontend_open(&source->front, diags);
  while (source->frontend && source->options->project && take_sources(source, diags)) {
    frontend_close(source->frontend);
    source->frontend = frontend_open(&source->front, diags);
  }
}

/* ---- what is not to be reported ---------------------------------------------------- */

static void
read_ignored(struct source *source, struct diags *diags, struct str *misuse)
{
  const struct load_options *options = source->options;
  struct frontend_names files = {0};
  for (size_t i = 0; i < options->ignore.n && !misuse->n; i++)
    ignore_word(&source->ignore, options->ignore.at[i], &source->arena, misuse);
  if (options->suppressions)
    ignore_file(&source->ignore, options->suppressions, &source->arena, diags);
  if (source->frontend)
    frontend_sources(source->frontend, &files, &source->arena);
  for (size_t i = 0; i < files.all.n; i++)
    ignore_comments(&source->ignore, files.all.at[i], &source->arena, diags);
  vec_free(&files.all);
}

struct source *
load_open(const struct load_options *options, const struct unwinding *bounds,
          const struct operands *operands, const struct load_watch *watch, struct str *misuse)
{
  if (!is_usable(operands, misuse))
    return NULL;
  struct source *source = mem_alloc(sizeof *source);
  *source = (struct source){.options = options, .watch = watch};
  if (load_is_prog(operands)) {
    source->path = operands->words.at[0];
    return source;
  }
  struct diags diags = {0};
  set_front(source, operands);
  if (are_c(operands, &diags))
    open_frontend(source, &diags);
  if (source->frontend)
    read_ignored(source, &diags, misuse);
  bool fine = !diags.errors;
  tell(source, &diags);
  if (fine && !misuse->n && source->frontend && rules_apply(source, bounds, misuse))
    return source;
  load_close(source);
  return NULL;
}

void
load_close(struct source *source)
{
  if (source->frontend)
    frontend_close(source->frontend);
  vec_free(&source->ignore.all);
  arena_free(&source->arena);
  free(source);
}

bool
load_ndebug(const struct source *source)
{
  return !source->path && frontend_ndebug(&source->front);
}

static struct prog *
unfold_c(const struct source *source, const struct unwinding *bounds, bool points,
         struct unwind_cuts *cuts, struct diags *diags)
{
  struct arena arena = {0};
  struct frontend_options front = source->front;
  struct unwind_rules loops = unwinding_rules(bounds, false, &arena);
  struct unwind_rules sizes = unwinding_rules(bounds, true, &arena);
  front.unwind = bounds->unwind;
  front.bounds = bounds->origin;
  front.unwindset = loops.at;
  front.n_unwindset = loops.n;
  front.sizes = sizes.at;
  front.n_sizes = sizes.n;
  front.cuts = cuts;
  front.points = points;
  struct prog *prog = unfold_program(source->frontend, &front, diags);
  arena_free(&arena);
  return prog;
}

/* What is released is noted where a store happens, not where others see it. So where these differ,
 * accesses that are relaxed count as synchronising, and that is said. */
static void
drop_late_races(struct prog *prog)
{
  bool any = false;
  if (!memmodel_stores_late(prog) || MUTANT(LATE_RACES_KEPT))
    return;
  for (size_t i = 0; i < prog->events.n; i++)
    if (prog->events.at[i].fault == FAULT_RACE && prog->events.at[i].kind == EVENT_ASSERT) {
      prog->events.at[i].value = VALUE_TRUE;
      any = true;
    }
  if (any)
    vec_push(&prog->assumed, "relaxed accesses synchronise: races by the orders of C are looked "
                             "for under --memory-model sc only");
}

/* To what was asked for. */
static void
restrict_prog(const struct source *source, struct prog *prog)
{
  unsigned property = ignore_apply(&source->ignore, prog, source->options->property);
  prog_restrict(prog, property, source->options->only_calls);
  prog->memory = (enum memory_model)source->options->memory;
  drop_late_races(prog);
  prog->no_merge = source->options->no_merge;
  assert(prog_is_sound(prog));
}

struct prog *
load_unfold(const struct source *source, const struct unwinding *bounds, struct unwind_cuts *cuts)
{
  struct diags diags = {0};
  struct prog *prog =
    source->path ? load_prog(source->path, &diags) : unfold_c(source, bounds, false, cuts, &diags);
  tell(source, &diags);
  if (prog)
    restrict_prog(source, prog);
  return prog;
}

struct prog *
load_with_points(const struct source *source, const struct unwinding *bounds)
{
  struct diags diags = {0};
  struct prog *prog = unfold_c(source, bounds, true, NULL, &diags);
  diags_free(&diags);
  if (prog)
    restrict_prog(source, prog);
  return prog;
}
bool
load_has_loops(const struct source *source)
{
  return !source->path && !source->ignore.all.n; /* the visit would report what is ignored */
}

void
load_visit(const struct source *source, const struct vm_limits *limits, struct vm_result *result)
{
  vm_search(result, source->frontend, &source->front, limits);
}

bool
load_find_tests(struct load_tests *tests, const struct load_options *options,
                const struct operands *operands, const struct load_watch *watch, struct str *misuse)
{
  struct unwinding none = {0};
  struct source *source = load_open(options, &none, operands, watch, misuse);
  if (!source)
    return false;
  struct frontend_test test;
  for (size_t i = 0; source->frontend && frontend_test(source->frontend, i, &test); i++) {
    test.name = arena_strdup(&tests->arena, test.name);
    test.file = arena_strdup(&tests->arena, test.file);
    vec_push(&tests->all, test);
  }
  load_close(source);
  return true;
}

void
load_tests_free(struct load_tests *tests)
{
  vec_free(&tests->all);
  arena_free(&tests->arena);
}

struct prog *
load(const struct load_options *options, const struct unwinding *bounds,
     const struct operands *operands, const struct load_watch *watch, struct str *misuse)
{
  struct source *source = load_open(options, bounds, operands, watch, misuse);
  if (!source)
    return NULL;
  struct prog *prog = load_unfold(source, bounds, NULL);
  load_close(source);
  return prog;
}
