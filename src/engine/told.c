#include "engine/told.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/invariant.h"
#include "ir/text.h"
#include "memmodel/memmodel.h"

/* ---- parts ---------------------------------------------------------------------------- */

void
told_print_end(struct str *out, const struct part_end *end)
{
  str_printf(out, "%" PRIu32 ".%u.%" PRIu32 "%c", end->thread, end->round, end->label,
             end->passed ? '+' : '-');
}

bool
told_parse_number(const char **text, const char *signs, unsigned *number, char *sign)
{
  size_t n = strspn(*text, "0123456789");
  *sign = (*text)[n];
  if (!n || n > 9 || !*sign || !strchr(signs, *sign))
    return false;
  *number = (unsigned)strtoul(*text, NULL, 10);
  *text += n + 1;
  return true;
}

bool
told_parse_end(struct part_end *end, const char **text)
{
  unsigned thread, round, label;
  char sign;
  if (!told_parse_number(text, ".", &thread, &sign) ||
      !told_parse_number(text, ".", &round, &sign) || !told_parse_number(text, "+-", &label, &sign))
    return false;
  *end = (struct part_end){thread, round, label, sign == '+'};
  return true;
}

static void
add_bits(struct str *out, const char *word, const bool *bits, size_t n)
{
  if (n)
    str_printf(out, " %s ", word);
  for (size_t i = 0; i < n; i++)
    str_add(out, bits[i] ? "1" : "0");
}

void
told_print_part(struct str *out, const struct part *part)
{
  if (!part)
    return;
  add_bits(out, "closed", part->closed.at, part->closed.n);
  add_bits(out, "idle", part->idle.at, part->idle.n);
  if (part->ends.n)
    str_add(out, " ends ");
  for (size_t i = 0; i < part->ends.n; i++)
    told_print_end(out, &part->ends.at[i]);
  if (part->counts)
    str_printf(out, " switches %u", part->switches);
}

/* The next word, behind blanks; its length, 0 at the end. */
static size_t
next_word(const char **text)
{
  *text += strspn(*text, " ");
  return strcspn(*text, " ");
}

static bool
parse_member(struct part *part, const char *word, size_t n, const char *what, size_t length)
{
  const char *at = what, *end = what + length;
  bool good = length > 0;
  if (n == 6 && !memcmp(word, "closed", n)) {
    for (; at < end && (good &= *at == '0' || *at == '1'); at++)
      vec_push(&part->closed, *at == '1');
  } else if (n == 4 && !memcmp(word, "idle", n)) {
    for (; at < end && (good &= *at == '0' || *at == '1'); at++)
      vec_push(&part->idle, *at == '1');
  } else if (n == 4 && !memcmp(word, "ends", n)) {
    struct part_end half;
    while (at < end && (good &= told_parse_end(&half, &at)))
      vec_push(&part->ends, half);
    good &= at == end;
  } else if (n == 8 && !memcmp(word, "switches", n)) {
    part->counts = true;
    part->switches = (unsigned)strtoul(what, NULL, 10);
  } else {
    good = false;
  }
  return good;
}

bool
told_parse_part(struct part *part, const char *text)
{
  bool good = true;
  *part = (struct part){0};
  for (size_t n, length; good && (n = next_word(&text)); text += length) {
    const char *word = text;
    text += n;
    length = next_word(&text);
    good = parse_member(part, word, n, text, length);
  }
  if (!good)
    part_free(part);
  return good;
}

/* ---- options --------------------------------------------------------------------------- */

/* What of the options is told, as "name value". */
enum told_kind { TOLD_UNSIGNED, TOLD_COUNT, TOLD_BYTES, TOLD_SECONDS, TOLD_FLAG, TOLD_TEXT };

static const struct told_option {
  const char *name;
  enum told_kind kind;
  size_t offset;
} told_options[] = {
  {"rounds", TOLD_UNSIGNED, offsetof(struct engine_options, rounds)},
  {"seed", TOLD_UNSIGNED, offsetof(struct engine_options, seed)},
  {"conflicts", TOLD_COUNT, offsetof(struct engine_options, conflicts)},
  {"bytes", TOLD_BYTES, offsetof(struct engine_options, bytes)},
  {"seconds", TOLD_SECONDS, offsetof(struct engine_options, seconds)},
  {"no_narrow", TOLD_FLAG, offsetof(struct engine_options, no_narrow)},
  {"no_slice", TOLD_FLAG, offsetof(struct engine_options, no_slice)},
  {"no_grow", TOLD_FLAG, offsetof(struct engine_options, no_grow)},
  {"no_guess", TOLD_FLAG, offsetof(struct engine_options, no_guess)},
  {"only_bugs", TOLD_FLAG, offsetof(struct engine_options, only_bugs)},
  {"lazily", TOLD_FLAG, offsetof(struct engine_options, lazily)},
  {"command", TOLD_TEXT, offsetof(struct engine_options, command)},
  {"folder", TOLD_TEXT, offsetof(struct engine_options, folder)},
};
enum { TOLD_OPTIONS = sizeof told_options / sizeof *told_options };

static void
print_option(struct str *out, const struct told_option *option, const void *member)
{
  const char *text = option->kind == TOLD_TEXT ? *(const char *const *)member : NULL;
  switch (option->kind) {
  case TOLD_UNSIGNED:
    str_printf(out, "%s %u\n", option->name, *(const unsigned *)member);
    break;
  case TOLD_COUNT:
    str_printf(out, "%s %" PRIu64 "\n", option->name, *(const uint64_t *)member);
    break;
  case TOLD_BYTES:
    str_printf(out, "%s %zu\n", option->name, *(const size_t *)member);
    break;
  case TOLD_SECONDS:
    str_printf(out, "%s %.6f\n", option->name, *(const double *)member);
    break;
  case TOLD_FLAG:
    str_printf(out, "%s %d\n", option->name, *(const bool *)member);
    break;
  case TOLD_TEXT:
    INVARIANT(!text || !strchr(text, '\n'));
    if (text)
      str_printf(out, "%s %s\n", option->name, text);
    break;
  }
}

static void
parse_option(struct told *told, const struct told_option *option, const char *text)
{
  void *member = (char *)&told->options + option->offset;
  switch (option->kind) {
  case TOLD_UNSIGNED:
    *(unsigned *)member = (unsigned)strtoul(text, NULL, 10);
    break;
  case TOLD_COUNT:
    *(uint64_t *)member = strtoull(text, NULL, 10);
    break;
  case TOLD_BYTES:
    *(size_t *)member = (size_t)strtoull(text, NULL, 10);
    break;
  case TOLD_SECONDS:
    *(double *)member = strtod(text, NULL);
    break;
  case TOLD_FLAG:
    *(bool *)member = *text == '1';
    break;
  case TOLD_TEXT:
    *(const char **)member = arena_printf(&told->arena, "%s", text);
    break;
  }
}

static const struct told_option *
find_option(const char *name)
{
  for (size_t i = 0; i < TOLD_OPTIONS; i++)
    if (!strcmp(told_options[i].name, name))
      return &told_options[i];
  return NULL;
}

/* ---- all together --------------------------------------------------------------------- */

void
told_print(struct str *out, const struct search *search)
{
  const struct engine_options *options = search->options;
  str_printf(out, "engine %s\n", engine_get(options->kind)->name);
  for (size_t i = 0; i < TOLD_OPTIONS; i++)
    print_option(out, &told_options[i], (const char *)options + told_options[i].offset);
  str_printf(out, "asks %u\nno_merge %d\nmemory %s\npart", search->prog->asks,
             search->prog->no_merge, memmodel_of(search->prog)->name);
  told_print_part(out, options->part);
  str_add(out, "\nprog\n");
  prog_print(out, search->prog, NULL);
}

struct heading {
  unsigned asks;
  enum memory_model memory;
  bool no_merge;
  bool has_engine, has_memory, has_part;
};

static bool
parse_memory(struct heading *heading, const char *name)
{
  static const enum memory_model models[] = {
#define X(name, text) MEMORY_##name,
    MEMORY_MODELS(X)
#undef X
  };
  for (size_t i = 0; i < sizeof models / sizeof *models; i++)
    if (!strcmp(memmodel_get(models[i])->name, name)) {
      heading->memory = models[i];
      heading->has_memory = true;
    }
  return heading->has_memory;
}

/* A line before the prog. */
static bool
parse_line(struct told *told, struct heading *heading, const char *line, size_t length)
{
  char *name = arena_printf(&told->arena, "%.*s", (int)length, line);
  char *text = name + strcspn(name, " ");
  if (*text)
    *text++ = 0;
  const struct told_option *option = find_option(name);
  const struct engine *engine = !strcmp(name, "engine") ? engine_find(text) : NULL;
  if (option) {
    parse_option(told, option, text);
  } else if (engine) {
    told->options.kind = engine_kind(engine);
    heading->has_engine = true;
  } else if (!strcmp(name, "asks")) {
    heading->asks = (unsigned)strtoul(text, NULL, 10);
  } else if (!strcmp(name, "no_merge")) {
    heading->no_merge = *text == '1';
  } else if (!strcmp(name, "memory")) {
    return parse_memory(heading, text);
  } else if (!strcmp(name, "part") && !heading->has_part) {
    return heading->has_part = told_parse_part(&told->part, text);
  } else {
    return false;
  }
  return true;
}

/* The text of the prog; NULL if a line before it is none. */
static const char *
parse_heading(struct told *told, struct heading *heading, const char *text)
{
  while (strncmp(text, "prog\n", 5) != 0) {
    size_t length = strcspn(text, "\n");
    if (!text[length] || !parse_line(told, heading, text, length))
      return NULL;
    text += length + 1;
  }
  return heading->has_engine && heading->has_memory && heading->has_part ? text + 5 : NULL;
}

struct told *
told_parse(const char *text)
{
  struct told *told = mem_alloc(sizeof *told);
  struct heading heading = {0};
  struct diags diags = {0};
  const char *prog = parse_heading(told, &heading, text);
  told->prog = prog ? prog_parse(prog, "told", &diags) : NULL;
  diags_free(&diags);
  if (!told->prog) {
    told_free(told);
    return NULL;
  }
  told->prog->asks = heading.asks;
  told->prog->memory = heading.memory;
  told->prog->no_merge = heading.no_merge;
  labels_find(&told->labels, told->prog);
  told->options.part = &told->part;
  told->result.cut = UINT32_MAX;
  told->search =
    (struct search){told->prog, &told->labels, &told->options, &told->result, clock_now()};
  return told;
}

void
told_free(struct told *told)
{
  engine_result_free(&told->result);
  labels_free(&told->labels);
  part_free(&told->part);
  if (told->prog)
    prog_free(told->prog);
  arena_free(&told->arena);
  vec_drop(told);
}
