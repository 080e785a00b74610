#include "trace/phrase.h"

#include <inttypes.h>
#include <string.h>

#include "trace/view.h"

/* ---- places --------------------------------------------------------------- */

void
phrases_note(struct phrases *phrases, place_id place)
{
  const char *file = phrases->trace->prog->places.at[place].file;
  if (!place || !file)
    return;
  for (size_t i = 0; i < phrases->files.n; i++)
    if (!strcmp(phrases->files.at[i], file))
      return;
  vec_push(&phrases->files, file);
}

static const char *
last_component(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static bool
need_full_paths(const struct phrases *phrases)
{
  for (size_t i = 0; i < phrases->files.n; i++)
    for (size_t j = 0; j < i; j++)
      if (!strcmp(last_component(phrases->files.at[i]), last_component(phrases->files.at[j])))
        return true;
  return false;
}

void
phrases_settle(struct phrases *phrases)
{
  phrases->full_paths = need_full_paths(phrases);
}

void
phrases_free(struct phrases *phrases)
{
  vec_free(&phrases->files);
}

const char *
phrase_file(const struct phrases *phrases, const char *file)
{
  return phrases->full_paths ? file : last_component(file);
}

void
phrase_place(struct str *out, const struct phrases *phrases, place_id place)
{
  const struct place *at = &phrases->trace->prog->places.at[place];
  if (phrases->files.n > 1 && at->file)
    str_printf(out, "%s:%" PRIu32, phrase_file(phrases, at->file), at->line);
  else
    str_printf(out, "line %" PRIu32, at->line);
}

/* ---- what happened -------------------------------------------------------- */

static void
add_number(struct str *out, uint64_t bits, unsigned width, bool is_signed)
{
  if (is_signed)
    str_printf(out, "%" PRId64, bits_signed(bits, width));
  else
    str_printf(out, "%" PRIu64, bits);
}

void
phrase_input(struct str *out, const struct trace_input *trace, uint32_t input)
{
  const char *name = trace->prog->inputs.at[input].name;
  const char *chance = model_find(name ? name : "")->chance;
  if (chance) {
    str_add(out, chance);
    return;
  }
  input_name(out, trace->prog, input);
  str_add(out, " = ");
  if (trace->prog->inputs.at[input].kind == INPUT_ADDRESS)
    str_printf(out, "0x%" PRIx64, input_value(trace, input));
  else
    add_number(out, input_value(trace, input), trace->prog->inputs.at[input].width,
               input_is_signed(trace->prog, input));
}

/* The condition is not repeated where the line of code shows it. */
static void
add_violation(struct str *out, const struct event *event, const char *code)
{
  if (event->fault == FAULT_ASSERTION && event->text && strstr(code, event->text))
    str_add(out, "assertion failed");
  else
    violation_words(out, event);
}

static void
add_timing(struct str *out, const struct item *item)
{
  if (item->timing == TIMING_WAITS)
    str_add(out, " (into its store buffer)");
  if (item->timing == TIMING_FORWARDED && item->kind == ITEM_READ)
    str_add(out, " (from its store buffer)");
}

/* "x = 1 of line 12 reaches memory"; the first of `n` such. */
static void
add_seen(struct str *out, const struct phrases *phrases, const struct item *item, size_t n)
{
  const struct item *last = item + n - 1;
  item_variable(out, phrases->trace->prog, item);
  if (n > 1) {
    str_add(out, " to ");
    item_variable(out, phrases->trace->prog, last);
  }
  str_add(out, " = ");
  name_value(out, phrases->trace->prog, item->object, item->offset, item->bytes, item->value);
  if (item->place) {
    str_add(out, " of ");
    phrase_place(out, phrases, item->place);
  }
  str_add(out, n > 1 ? " reach memory" : " reaches memory");
}

size_t
phrase_creations(const struct prog *prog, const struct item *item, size_t left)
{
  size_t n = 0;
  while (n < left && item[n].kind == ITEM_CREATE &&
         !strcmp(prog->threads.at[item[n].child].name, prog->threads.at[item->child].name))
    n++;
  return n;
}

void
phrase_create(struct str *out, const struct prog *prog, const struct item *item, size_t n)
{
  str_add(out, n > 1 ? "starts threads " : "starts thread ");
  for (size_t i = 0; i < n; i++)
    str_printf(out, "%s%" PRIu32, !i ? "" : i + 1 < n ? ", " : " and ", item[i].child);
  str_printf(out, " (%s)", prog->threads.at[item->child].name);
}

void
phrase_item(struct str *out, const struct phrases *phrases, const struct item *item,
            const char *code, bool verb)
{
  const struct prog *prog = phrases->trace->prog;
  switch (item->kind) {
  case ITEM_READ:
  case ITEM_WRITE:
  case ITEM_LOCAL:
    if (verb)
      str_add(out, item->kind == ITEM_READ ? "reads " : item->kind == ITEM_WRITE ? "writes " : "");
    item_variable(out, prog, item);
    str_add(out, " = ");
    name_value(out, prog, item->object, item->offset, item->bytes, item->value);
    add_timing(out, item);
    break;
  case ITEM_UPDATE:
    item_variable(out, prog, item);
    str_add(out, ": ");
    name_value(out, prog, item->object, item->offset, item->bytes, item->old);
    str_add(out, " -> ");
    name_value(out, prog, item->object, item->offset, item->bytes, item->value);
    break;
  case ITEM_INPUT:
    phrase_input(out, phrases->trace, item->input);
    break;
  case ITEM_CREATE:
    phrase_create(out, prog, item, 1);
    break;
  case ITEM_JOIN:
    str_printf(out, "thread %" PRIu32 " has ended", item->child);
    break;
  case ITEM_CALL:
    item_words(out, prog, item, code);
    add_timing(out, item);
    break;
  case ITEM_SEEN:
    add_seen(out, phrases, item, 1);
    break;
  case ITEM_FENCE:
    fence_words(out, prog, item);
    break;
  case ITEM_VIOLATION:
    add_violation(out, &prog->events.at[item->event], code);
    break;
  case ITEM_WAITS:
    wait_words(out, prog, item);
    break;
  case ITEM_TOUCHES:
    str_add(out, prog->events.at[item->event].kind == EVENT_STORE ? "is about to write "
                                                                  : "is about to read ");
    item_variable(out, prog, item);
    break;
  }
}

size_t
phrase_run(const struct item *item, size_t left)
{
  size_t n = 1;
  if (item->kind != ITEM_READ && item->kind != ITEM_WRITE && item->kind != ITEM_LOCAL &&
      item->kind != ITEM_SEEN)
    return n;
  while (n < left && item[n].kind == item->kind && item[n].object == item->object &&
         item[n].bytes == item->bytes && item[n].value == item->value &&
         item[n].timing == item->timing &&
         (item->kind != ITEM_SEEN || item[n].place == item->place) &&
         item[n].offset == item->offset + n * item->bytes)
    n++;
  return n;
}

void
phrase_items(struct str *out, const struct phrases *phrases, const struct item *item, size_t n,
             bool verb)
{
  const struct item *last = item + n - 1;
  if (item->kind == ITEM_SEEN) {
    add_seen(out, phrases, item, n);
    return;
  }
  if (verb)
    str_add(out, item->kind == ITEM_READ ? "reads " : item->kind == ITEM_WRITE ? "writes " : "");
  item_variable(out, phrases->trace->prog, item);
  str_add(out, " to ");
  item_variable(out, phrases->trace->prog, last);
  str_add(out, " = ");
  name_value(out, phrases->trace->prog, last->object, last->offset, last->bytes, last->value);
  add_timing(out, item);
}
