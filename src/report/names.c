#include "report/names.h"

#include <inttypes.h>
#include <stdlib.h>

#include "encode/gates.h"
#include "engine/engine.h"
#include "trace/model.h"
#include "trace/trace.h"

static bool
is_constant(int literal)
{
  return literal == GATE_TRUE || literal == GATE_FALSE;
}

static void
add_name(struct str *out, const struct meaning *meaning)
{
  switch (meaning->kind) {
  case MEANING_QUESTION:
    str_add(out, engine_question_name((enum question)meaning->which));
    break;
  case MEANING_PASSED:
    str_printf(out, "passed(%" PRIu32 ",%u,%" PRIu32 ")", meaning->which, meaning->round,
               meaning->label);
    break;
  case MEANING_LEFT:
    str_printf(out, "left(%" PRIu32 ",%u)", meaning->which, meaning->round);
    break;
  case MEANING_SEEN:
    str_printf(out, "seen(%" PRIu32 ",%u)", meaning->which, meaning->round);
    break;
  case MEANING_INPUT:
    str_printf(out, "input(%" PRIu32 ")", meaning->which);
    break;
  case MEANING_LOADED:
    str_printf(out, "loaded(%" PRIu32 ")", meaning->which);
    break;
  }
}

/* ---- symbols ---- */

/* The first meaning names a variable. */
static void
find_symbols(void *argument, const struct meaning *meaning)
{
  struct names *names = argument;
  struct str name = {0};
  bool word = meaning->kind == MEANING_INPUT || meaning->kind == MEANING_LOADED;
  add_name(&name, meaning);
  for (unsigned i = 0; i < meaning->n; i++) {
    int literal = meaning->bits[i];
    if (literal <= 0 || is_constant(literal) || names->symbols.at[literal])
      continue;
    names->symbols.at[literal] = word ? arena_printf(&names->arena, "|%s[%u]|", str_text(&name), i)
                                      : arena_printf(&names->arena, "|%s|", str_text(&name));
  }
  str_free(&name);
}

void
names_find(struct names *names, const struct encoding *encoding, int variables)
{
  vec_resize(&names->symbols, (size_t)variables + 1);
  encoding_tell(encoding, find_symbols, names);
}

void
names_free(struct names *names)
{
  vec_free(&names->symbols);
  arena_free(&names->arena);
}

/* ---- the lines ---- */

struct lines {
  struct str *out;
  const struct names *names;
  const struct prog *prog;
  const struct labels *labels;
  bool symbols;
};

static void
add_place(struct str *out, const struct prog *prog, place_id id)
{
  place_id user = place_of_user(prog, id);
  if (user)
    str_printf(out, " at %s:%" PRIu32, prog->places.at[user].file, prog->places.at[user].line);
}

/* The memory that an access may touch. */
static void
add_memory(struct str *out, const struct prog *prog, const struct event *event)
{
  enum { SHOWN = 4 };
  for (uint32_t i = 0; i < event->n_targets && i < SHOWN; i++) {
    const struct target *target = &prog->targets.at[event->first_target + i];
    str_add(out, i ? " or " : " ");
    name_memory(out, prog, target->object, target->offset, event->bytes);
  }
  if (event->n_targets > SHOWN)
    str_add(out, " or others");
}

static void
add_literal(const struct lines *lines, int literal)
{
  struct str *out = lines->out;
  const char *symbol =
    lines->symbols && !is_constant(literal) ? lines->names->symbols.at[abs(literal)] : NULL;
  if (is_constant(literal) && lines->symbols)
    str_add(out, literal == GATE_TRUE ? " true" : " false");
  else if (is_constant(literal))
    str_add(out, literal == GATE_TRUE ? " T" : " F");
  else if (!lines->symbols)
    str_printf(out, " %d", literal);
  else if (symbol)
    str_printf(out, literal < 0 ? " (not %s)" : " %s", symbol);
  else
    str_printf(out, literal < 0 ? " (not v%d)" : " v%d", abs(literal));
}

/* Where it comes from, if the name does not say it. */
static void
add_origin(const struct lines *lines, const struct meaning *meaning)
{
  const struct prog *prog = lines->prog;
  struct str *out = lines->out;
  if (meaning->kind == MEANING_INPUT) {
    const struct input *input = &prog->inputs.at[meaning->which];
    static const char *const kinds[] = {"", "uninitialised ", "address of "};
    str_printf(out, "; %s%s", kinds[input->kind], input->name);
    add_place(out, prog, place_of_user(prog, input->place));
  } else if (meaning->kind != MEANING_QUESTION && meaning->kind != MEANING_PASSED) {
    const struct event *event = &prog->events.at[meaning->which];
    thread_id t = 0;
    while (meaning->which >= prog->threads.at[t].end)
      t++;
    str_add(out, ";");
    add_memory(out, prog, event);
    add_place(out, prog, event->place);
    str_printf(out, ", label(%" PRIu32 ",%" PRIu32 ")", t,
               lines->labels->of_event.at[meaning->which]);
  }
}

static void
add_meaning(void *argument, const struct meaning *meaning)
{
  const struct lines *lines = argument;
  add_name(lines->out, meaning);
  str_add(lines->out, " =");
  for (unsigned i = 0; i < meaning->n; i++)
    add_literal(lines, meaning->bits[i]);
  add_origin(lines, meaning);
  str_add(lines->out, "\n");
}

static void
add_label(const struct lines *lines, thread_id t, uint32_t l)
{
  const struct label *label = labels_get(lines->labels, t, l);
  const struct prog *prog = lines->prog;
  str_printf(lines->out, "label(%" PRIu32 ",%" PRIu32 "):", t, l);
  event_id at = label->first;
  while (at < label->end && !place_of_user(prog, prog->events.at[at].place))
    at++;
  if (at < label->end)
    add_place(lines->out, prog, prog->events.at[at].place);
  const char *before = ": ";
  for (event_id i = label->first; i < label->end; i++) {
    const struct event *event = &prog->events.at[i];
    if ((event->kind != EVENT_LOAD && event->kind != EVENT_STORE) || !lines->labels->visible.at[i])
      continue;
    str_printf(lines->out, "%s%s", before, event->kind == EVENT_LOAD ? "load" : "store");
    add_memory(lines->out, prog, event);
    before = ", ";
  }
  str_add(lines->out, "\n");
}

void
names_text(struct str *out, const struct names *names, const struct encoding *encoding,
           const struct prog *prog, const struct labels *labels, bool symbols)
{
  struct lines lines = {out, names, prog, labels, symbols};
  str_add(out, "names; bits of words from the least significant; "
               "variables without a name are gates\n");
  for (thread_id t = 0; t < prog->threads.n; t++) {
    str_printf(out, "thread(%" PRIu32 "): %s\n", t, prog->threads.at[t].name);
    for (uint32_t l = 0; l < labels_count(labels, t); l++)
      add_label(&lines, t, l);
  }
  encoding_tell(encoding, add_meaning, &lines);
}
