#define _XOPEN_SOURCE 700
#include "cli/load.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "frontend/frontend.h"
#include "ir/text.h"

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

static bool
read_rule(struct unwind_rule *rule, const char *text, struct arena *arena)
{
  const char *equals = strchr(text, '='), *colon = strchr(text, ':');
  if (!equals)
    return false;
  const char *end = colon && colon < equals ? colon : equals;
  if (end == text || !read_number(equals + 1, text + strlen(text), &rule->bound))
    return false;
  if (end == colon && (!read_number(colon + 1, equals, &rule->line) || !rule->line))
    return false;
  rule->function = arena_printf(arena, "%.*s", (int)(end - text), text);
  return true;
}

/* The rules live in the arena; NULL if one of them is none. */
static struct unwind_rule *
read_rules(const struct option_list *list, struct arena *arena, struct str *error)
{
  struct unwind_rule *rules = arena_alloc(arena, (list->n + 1) * sizeof *rules);
  for (size_t i = 0; i < list->n; i++)
    if (!read_rule(&rules[i], list->at[i], arena)) {
      str_printf(error,
                 "option '--unwindset': '%s' is not of the form function:line=N or function=N",
                 list->at[i]);
      return NULL;
    }
  return rules;
}

/* ---- files ------------------------------------------------------------------- */

/* Opens the file, or says why it cannot be read. (A folder can be opened, but not read.) */
static FILE *
open_file(const char *path, struct diags *diags)
{
  struct stat about;
  FILE *file = fopen(path, "r");
  int cause = file ? 0 : errno;
  if (file && !fstat(fileno(file), &about) && S_ISDIR(about.st_mode))
    cause = EISDIR;
  if (!cause)
    return file;
  diag_error(diags, "cannot read '%s': %s", path, strerror(cause));
  if (file)
    fclose(file);
  return NULL;
}

static bool
read_text(struct str *out, const char *path, struct diags *diags)
{
  FILE *file = open_file(path, diags);
  if (!file)
    return false;
  char buffer[4096];
  size_t n;
  while ((n = fread(buffer, 1, sizeof buffer, file)) > 0)
    str_add_bytes(out, buffer, n);
  bool fine = !ferror(file);
  if (!fine)
    diag_error(diags, "cannot read '%s': %s", path, strerror(errno));
  fclose(file);
  return fine;
}

static struct prog *
load_prog(const char *path, struct diags *diags)
{
  struct str text = {0};
  struct prog *prog =
    read_text(&text, path, diags) ? prog_parse(str_text(&text), path, diags) : NULL;
  str_free(&text);
  if (prog && prog_check(prog, diags))
    return prog;
  if (prog)
    prog_free(prog);
  return NULL;
}

/* clang would say so too, but in its own words. */
static bool
readable(const struct operands *operands, struct diags *diags)
{
  for (size_t i = 0; i < operands->words.n; i++) {
    FILE *file = open_file(operands->words.at[i], diags);
    if (file)
      fclose(file);
  }
  return !diags->errors;
}

static struct prog *
load_c(const struct load_options *options, const struct operands *operands,
       const struct unwind_rule *rules, const struct load_stop *stop, struct diags *diags)
{
  if (!readable(operands, diags))
    return NULL;
  struct frontend_options front = {
    .files = operands->words.at,
    .n_files = operands->words.n,
    .flags = operands->rest.at,
    .n_flags = operands->rest.n,
    .unwind = options->unwind,
    .unwindset = rules,
    .n_unwindset = options->unwindset.n,
    .entry = options->entry,
    .property = options->property,
    .malloc_fails = options->malloc_fails,
    .reuse = options->reuse,
    .no_spurious = options->no_spurious,
    .havoc_unknown = options->havoc_unknown,
    .stop = stop ? stop->asked : NULL,
    .argument = stop ? stop->argument : NULL,
  };
  return frontend_load(&front, diags);
}

/* ---- properties ---------------------------------------------------------------- */

/* An assertion that nobody asked for becomes an assumption. That is what the program does: while a
 * thread is busy failing, the others may still go on, but it never passes. Misuse of a lock, and leaks,
 * stop nobody, though: such an assertion is taken out. */
static void
restrict_to(struct prog *prog, unsigned property)
{
  prog->asks = property & (PROPERTY_DEADLOCK | PROPERTY_RACE);
  for (size_t i = 0; i < prog->events.n; i++) {
    struct event *event = &prog->events.at[i];
    if (event->kind == EVENT_ASSERT && !(fault_property(event->fault) & property)) {
      event->kind = EVENT_ASSUME;
      if (event->fault == FAULT_LOCK || event->fault == FAULT_LEAK)
        event->value = VALUE_TRUE;
      event->fault = 0;
      event->text = NULL;
    }
  }
}

struct prog *
load(const struct command *command, const struct load_options *options,
     const struct operands *operands, const struct load_stop *stop, int *exit_code)
{
  struct arena arena = {0};
  struct diags diags = {0};
  struct str error = {0};
  struct prog *prog = NULL;
  bool is_prog = load_is_prog(operands);
  struct unwind_rule *rules = read_rules(&options->unwindset, &arena, &error);
  if (is_prog && operands->words.n > 1)
    str_add(&error, "a .prog file is a whole program; it cannot be combined with other files");
  else if (is_prog && operands->rest.n)
    str_add(&error, "a .prog file is not compiled; it takes no compiler flags");
  if (error.n) {
    *exit_code = cli_usage(command, str_text(&error));
  } else {
    prog =
      is_prog ? load_prog(operands->words.at[0], &diags)
              : load_c(options, operands, rules, stop, &diags);
    diags_print(&diags, stderr);
    *exit_code = prog ? 0 : EXIT_INPUT;
  }
  if (prog) {
    restrict_to(prog, options->property);
    assert(prog_is_sound(prog));
  }
  str_free(&error);
  diags_free(&diags);
  arena_free(&arena);
  return prog;
}
