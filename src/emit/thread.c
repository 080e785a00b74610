/* The function of a thread: its labels one after the other, and in each the events that matter. */
#include <inttypes.h>

#include "emit/emission.h"
#include "trace/model.h"

/* ---- where a thread can be interrupted ---- */

bool
emit_thread_is_open(const struct emission *e, thread_id thread, uint32_t label)
{
  if (label == labels_count(e->labels, thread))
    return true;
  return labels_get(e->labels, thread, label)->kind == LABEL_STEP &&
         !part_is_closed(e->request->part, e->labels, thread, label);
}

uint32_t
emit_thread_next_open(const struct emission *e, thread_id thread, uint32_t label)
{
  while (!emit_thread_is_open(e, thread, label))
    label++;
  return label;
}

bool
emit_thread_may_stick(const struct emission *e, thread_id thread)
{
  for (uint32_t l = 0; l < labels_count(e->labels, thread); l++) {
    const struct label *label = labels_get(e->labels, thread, l);
    if (label->kind != LABEL_STEP && label_may_wait(e->prog, label))
      return true;
  }
  return false;
}

void
emit_thread_function(struct str *out, const struct emission *e, thread_id thread)
{
  struct str word = {0};
  emit_word(&word, e->prog->threads.at[thread].name);
  str_printf(out, "thread_%" PRIu32 "_%s", thread, str_text(&word));
  str_free(&word);
}

void
emit_thread_head(const struct emission *e, struct str *out, thread_id thread)
{
  str_add(out, "void\n");
  emit_thread_function(out, e, thread);
  str_printf(out, "(%s)", e->form->parameters);
}

/* ---- lines of the program ---- */

/* A comment with the line, unless it is the one spoken of last. */
static void
add_line(struct emission *e, struct str *out, const struct place *place)
{
  const struct place *before = &e->prog->places.at[e->place];
  if (place->line == before->line && place->file == before->file)
    return;
  e->place = (place_id)(place - e->prog->places.at);
  struct str line = {0};
  source_line(&e->sources, &line, place->file, place->line);
  str_add(out, "  /* ");
  emit_comment(out, place->file);
  str_printf(out, ":%" PRIu32 "%s", place->line, line.n ? ": " : "");
  emit_comment(out, str_text(&line));
  str_add(out, " */\n");
  str_free(&line);
}

/* A #line directive speaks of one line of text, hence all statements on that one. */
static void
add_directed(struct str *out, const struct place *place, const struct str *statements)
{
  str_printf(out, "#line %" PRIu32 " ", place->line);
  emit_quoted(out, place->file);
  str_add(out, "\n");
  for (size_t i = 0; i < statements->n; i++)
    str_add_bytes(out, statements->text[i] == '\n' ? " " : &statements->text[i], 1);
  str_add(out, "\n");
}

/* ---- events ---- */

void
emit_failure(struct emission *e, struct str *out, const struct event *event)
{
  bool guarded = event->guard != VALUE_TRUE;
  bool conditional = event->kind != EVENT_CUT && event->value != VALUE_FALSE;
  if (guarded && conditional)
    emit_operand(e, out, event->guard);
  else if (guarded)
    emit_value(e, out, event->guard);
  str_add(out, guarded && conditional ? " && " : "");
  if (conditional)
    emit_negation(e, out, event->value, guarded);
  else if (!guarded)
    str_add(out, "true");
}

void
emit_thread_place(struct emission *e, struct str *out, place_id id)
{
  const struct place *place = &e->prog->places.at[id];
  struct str where = {0};
  str_printf(&where, "%s:%" PRIu32, place->file ? place->file : "", place->line);
  emit_quoted(out, str_text(&where));
  str_free(&where);
}

static void
write_assertion(struct emission *e, struct str *out, const struct event *event)
{
  struct str text = {0};
  str_printf(&text, "%s: %s", fault_words(event->fault), event->text ? event->text : "");
  bool always = event->guard == VALUE_TRUE && event->value == VALUE_FALSE;
  if (!always) {
    str_add(out, "  if (");
    emit_failure(e, out, event);
    str_add(out, ")\n  ");
  }
  str_add(out, "  VIOLATION(");
  emit_quoted(out, str_text(&text));
  str_add(out, ", ");
  emit_thread_place(e, out, place_of_user(e->prog, event->place));
  str_add(out, ");\n");
  str_free(&text);
}

void
emit_guarded(struct emission *e, struct str *out, const struct event *event, const char *statement)
{
  if (event->guard != VALUE_TRUE) {
    str_add(out, "  if (");
    emit_value(e, out, event->guard);
    str_add(out, ")\n  ");
  }
  str_printf(out, "  %s\n", statement);
}

/* What the ranges say of a value that was read or written. */
static void
write_claim(struct emission *e, struct str *out, const struct event *event)
{
  bool load = event->kind == EVENT_LOAD;
  const char *name = load ? e->values.at[event->value].name : emit_memory_stored(e, event);
  bool fixed = e->prog->values.at[event->value].op == OP_CONST;
  struct str condition = {0}, claim = {0};
  if (name && !fixed && emit_claim(e, &condition, event, name)) {
    str_printf(&claim, "CLAIM(%s, ", str_text(&condition));
    emit_thread_place(e, &claim, place_of_user(e->prog, event->place));
    str_add(&claim, ");");
    emit_guarded(e, out, event, str_text(&claim));
  }
  str_free(&condition);
  str_free(&claim);
}

static void
write_statements(struct emission *e, struct str *out, const struct event *event)
{
  value_id operands[3];
  size_t n = emit_operands(e, event, operands);
  for (size_t i = 0; i < n; i++)
    emit_define(e, out, operands[i]);
  switch (event->kind) {
  case EVENT_LOAD:
  case EVENT_STORE:
    emit_memory_access(e, out, event);
    if (e->request->claims)
      write_claim(e, out, event);
    break;
  case EVENT_CREATE:
    e->form->create(e, out, event);
    break;
  case EVENT_JOIN:
    e->form->join(e, out, event);
    break;
  case EVENT_BLOCK:
  case EVENT_ASSUME:
  case EVENT_CUT:
    e->form->hold(e, out, event);
    break;
  case EVENT_ASSERT:
    (e->tries ? e->form->hold : write_assertion)(e, out, event);
    break;
  case EVENT_FENCE:
  case EVENT_LOCAL:
  case EVENT_POINT:
  case EVENT_PAST:
  case EVENT_MARK:
    break;
  }
}

static void
write_event(struct emission *e, struct str *out, const struct event *event)
{
  const struct place *place = &e->prog->places.at[place_of_user(e->prog, event->place)];
  bool known = place->file && place->line;
  struct str statements = {0};
  write_statements(e, &statements, event);
  if (known)
    add_line(e, out, place);
  if (known && e->request->lines)
    add_directed(out, place, &statements);
  else
    str_add(out, str_text(&statements));
  str_free(&statements);
}

/* ---- labels ---- */

void
emit_thread_events(struct emission *e, struct str *out, event_id end)
{
  const struct label *label = labels_get(e->labels, e->thread, e->label);
  for (event_id i = label->first; i < end; i++)
    if (emit_matters(e, i) && !(e->tries && emit_deadlock_skips(e, i, end)))
      write_event(e, out, &e->prog->events.at[i]);
  e->place = 0;
}

void
emit_thread_write(struct emission *e, struct str *out)
{
  const struct thread *thread = &e->prog->threads.at[e->thread];
  struct str body = {0};
  emit_values_begin_thread(e);
  uint32_t n = labels_count(e->labels, e->thread);
  for (e->label = 0; e->label < n; e->label++) {
    e->form->label(e, &body);
    emit_thread_events(e, &body, labels_get(e->labels, e->thread, e->label)->end);
  }
  str_printf(out, "/* Thread %" PRIu32 ": ", e->thread);
  emit_comment(out, thread->name);
  if (e->thread)
    str_printf(out, ", created by thread %" PRIu32, thread->parent);
  str_add(out, ". */\nstatic ");
  emit_thread_head(e, out, e->thread);
  str_add(out, "\n{\n");
  size_t before = out->n;
  emit_values_declare_local(e, out);
  str_add(out, out->n > before ? "\n" : "");
  str_add(out, str_text(&body));
  e->form->foot(e, out);
  str_add(out, "}\n\n");
  str_free(&body);
}
