/* Deadlocks in the sequential form (encode/halt.c says what counts as one), and in both forms who
 * waits for whom.
 *
 * A thread waits if it cannot pass the label before which it stands, because of a BLOCK or a JOIN.
 * When the last round is over, each thread that exists and has not ended tries: its function is
 * called once more, with 0 for the label before which it is to be interrupted, and jumps to a copy
 * of its next label as far as it may wait there. Such an attempt changes nothing that another one
 * sees. Its stores are left out, or are put back where the attempt itself looks at them. Who is
 * stuck at a STOP has noted already what it waits for; nobody can change that any more.
 *
 * So each thread has the number of the place at which it waits, waits_T (0: it does not), and
 * owner_T, for whom. From all that wait those are dropped, again and again, that wait for one who
 * goes on; if some are left, or if all wait or have ended, it is a deadlock. */
#include <inttypes.h>
#include <string.h>

#include "analysis/waits.h"
#include "base/mutant.h"
#include "emit/emission.h"
#include "trace/model.h"

/* ---- who may wait ---- */

static bool
is_wait(const struct emission *e, event_id id)
{
  enum event_kind kind = e->prog->events.at[id].kind;
  return (kind == EVENT_BLOCK || kind == EVENT_JOIN) && emit_matters(e, id);
}

void
emit_deadlock_find(struct emission *e)
{
  const struct prog *prog = e->prog;
  if (!(prog->asks & PROPERTY_DEADLOCK))
    return;
  e->waits = waits_find(prog, e->labels);
  vec_resize(&e->owned, prog->events.n);
  for (thread_id t = 0; t < prog->threads.n; t++)
    for (event_id i = prog->threads.at[t].first; e->waits[t] && i < prog->threads.at[t].end; i++) {
      const struct event *event = &prog->events.at[i];
      e->owned.at[i] = event->kind == EVENT_BLOCK && event->addr != VALUE_FALSE;
    }
}

/* The number of the place at which the thread at hand waits. */
static unsigned
site_of(struct emission *e, const struct event *event)
{
  place_id place = place_of_user(e->prog, event->place);
  for (size_t i = e->sites.n; i > 0 && e->sites.at[i - 1].thread == e->thread; i--)
    if (e->sites.at[i - 1].place == place)
      return (unsigned)i;
  vec_push(&e->sites, ((struct site){e->thread, place}));
  return (unsigned)e->sites.n;
}

void
emit_deadlock_owner(struct emission *e, struct str *out, const struct event *event)
{
  if (event->kind == EVENT_JOIN)
    str_printf(out, "%" PRIu32, event->child + 1);
  else if (e->owned.at[event - e->prog->events.at])
    emit_value(e, out, event->addr);
  else
    str_add(out, "0");
}

bool
emit_deadlock_waits(const struct emission *e, const struct event *event)
{
  return e->waits && e->waits[e->thread] &&
         (event->kind == EVENT_BLOCK || event->kind == EVENT_JOIN);
}

/* ---- attempts ---- */

void
emit_deadlock_wait(struct emission *e, struct str *out, const struct event *event)
{
  if (!emit_deadlock_waits(e, event) || MUTANT(EMITTED_WAIT_UNSEEN))
    return;
  str_printf(out, "    waits_%" PRIu32 " = %u;\n    owner_%" PRIu32 " = ", e->thread,
             site_of(e, event), e->thread);
  emit_deadlock_owner(e, out, event);
  str_add(out, ";\n");
}

static bool
touches(const struct emission *e, const struct event *event, const struct event *other)
{
  const struct target *targets = e->prog->targets.at;
  for (uint32_t i = 0; i < event->n_targets; i++)
    for (uint32_t k = 0; k < other->n_targets; k++)
      if (targets[event->first_target + i].object == targets[other->first_target + k].object)
        return true;
  return false;
}

/* Does the attempt look at what the store has put there? */
static bool
is_looked_at(const struct emission *e, event_id store, event_id end)
{
  for (event_id i = store + 1; i < end; i++)
    if (e->prog->events.at[i].kind == EVENT_LOAD && emit_matters(e, i) &&
        touches(e, &e->prog->events.at[i], &e->prog->events.at[store]))
      return true;
  return false;
}

bool
emit_deadlock_skips(const struct emission *e, event_id event, event_id end)
{
  enum event_kind kind = e->prog->events.at[event].kind;
  return kind == EVENT_CREATE || (kind == EVENT_STORE && !is_looked_at(e, event, end));
}

/* Behind the last event of the label at which the thread may wait. */
static event_id
end_of_attempt(const struct emission *e, const struct label *label)
{
  event_id end = label->end;
  while (end > label->first && !is_wait(e, end - 1))
    end--;
  return end;
}

/* The cells of an object that an attempt changes are kept before it, and put back. */
static void
keep_object(struct emission *e, struct str *keep, struct str *back, object_id object)
{
  const struct layout *layout = &e->layouts.at[object];
  for (uint32_t i = layout->first; i < layout->end; i++) {
    const struct cell *cell = &e->cells.at[i];
    const char *name = emit_name_local(e, "kept");
    str_printf(keep, "  uint64_t %s = %s;\n", name, cell->text);
    str_printf(back, "  %s = (%s)%s;\n", cell->text, emit_type(8 * cell->bytes), name);
  }
}

static void
keep_objects(struct emission *e, struct str *keep, struct str *back, event_id first, event_id end)
{
  struct map kept = {0};
  for (event_id i = first; i < end; i++) {
    const struct event *event = &e->prog->events.at[i];
    if (event->kind != EVENT_STORE || !emit_matters(e, i) || emit_deadlock_skips(e, i, end))
      continue;
    for (uint32_t k = 0; k < event->n_targets; k++) {
      object_id object = e->prog->targets.at[event->first_target + k].object;
      if (!map_find(&kept, object))
        keep_object(e, keep, back, object);
      *map_at(&kept, object) = 1;
    }
  }
  map_free(&kept);
}

static void
undefine_events(struct emission *e, event_id first, event_id end)
{
  value_id operands[3];
  for (event_id i = first; i < end; i++) {
    const struct event *event = &e->prog->events.at[i];
    for (size_t n = emit_operands(e, event, operands); n > 0; n--)
      emit_undefine(e, operands[n - 1]);
  }
}

void
emit_deadlock_try(struct emission *e)
{
  const struct label *label = labels_get(e->labels, e->thread, e->label);
  event_id end = end_of_attempt(e, label);
  if (!e->waits || !e->waits[e->thread] || label->kind != LABEL_STEP || end == label->first)
    return;
  struct str keep = {0}, back = {0}, events = {0};
  keep_objects(e, &keep, &back, label->first, end);
  e->tries = end;
  e->leave = back.n ? arena_printf(&e->arena, "goto back_%" PRIu32, e->label) : "return";
  emit_thread_events(e, &events, end);
  str_printf(&e->attempts, "try_%" PRIu32 ":%s\n%s%s", e->label, keep.n ? ";" : "", str_text(&keep),
             str_text(&events));
  if (back.n && strstr(str_text(&events), e->leave))
    str_printf(&e->attempts, "back_%" PRIu32 ":\n", e->label);
  str_printf(&e->attempts, "%s  return;\n", str_text(&back));
  e->tries = 0;
  undefine_events(e, label->first, end);
  str_free(&keep);
  str_free(&back);
  str_free(&events);
}

void
emit_deadlock_attempts(struct emission *e, struct str *out)
{
  str_add(out, "  if (next)\n    return;\n  /* Would it have to wait where it stands? */\n");
  for (uint32_t l = 0; l < labels_count(e->labels, e->thread); l++) {
    const struct label *label = labels_get(e->labels, e->thread, l);
    if (label->kind == LABEL_STEP && end_of_attempt(e, label) > label->first)
      str_printf(out, "  if (from == %" PRIu32 ")\n    goto try_%" PRIu32 ";\n", l, l);
  }
  str_printf(out, "  return;\n%s", str_text(&e->attempts));
  e->attempts.n = 0;
}

/* ---- when the last round is over ---- */

/* Has the thread a place at which it may wait? */
static bool
may_wait(const struct emission *e, thread_id thread)
{
  for (size_t i = 0; i < e->sites.n; i++)
    if (e->sites.at[i].thread == thread)
      return true;
  return false;
}

void
emit_deadlock_declare(struct emission *e, struct str *out)
{
  if (!e->sites.n)
    return;
  str_add(out, "\n/* Where each thread waits when the rounds are over, and for whom (thread + 1); "
               "whether it is lost. */\n");
  for (thread_id t = 0; t < e->prog->threads.n; t++)
    if (may_wait(e, t))
      str_printf(out,
                 "STATE unsigned waits_%" PRIu32 ";\nSTATE uint64_t owner_%" PRIu32
                 ";\nSTATE bool lost_%" PRIu32 ";\n",
                 t, t, t);
}

static void
write_is_lost(struct emission *e, struct str *out)
{
  const char *or = "  return ";
  str_add(out, "/* Is this a thread that waits in vain, or has ended with what others want? */\n"
               "static bool\nis_lost(uint64_t owner)\n{\n");
  for (thread_id t = 0; t < e->prog->threads.n; t++) {
    if (!e->exists.at[t])
      continue;
    str_printf(out, "%s(owner == %" PRIu32 " && (", or, t + 1);
    if (may_wait(e, t))
      str_printf(out, "lost_%" PRIu32 " || (", t);
    emit_driver_ended(e, out, t);
    str_add(out, may_wait(e, t) ? ")))" : "))");
    or = " ||\n         ";
  }
  str_add(out, ";\n}\n\n");
}

static void
write_sift(struct emission *e, struct str *out)
{
  str_add(out, "/* Drops those that wait for one who goes on, or for nobody. */\n"
               "static void\nsift(void)\n{\n");
  for (thread_id t = 0; t < e->prog->threads.n; t++)
    if (may_wait(e, t))
      str_printf(out, "  lost_%" PRIu32 " = lost_%" PRIu32 " %s is_lost(owner_%" PRIu32 ");\n", t,
                 t, MUTANT(EMITTED_LOST_TOO_SOON) ? "||" : "&&", t);
  str_add(out, "}\n\n");
}

static void
write_tell(struct emission *e, struct str *out, thread_id thread)
{
  str_printf(out, "static void\ntell_%" PRIu32 "(void)\n{\n", thread);
  for (size_t i = 0; i < e->sites.n; i++) {
    if (e->sites.at[i].thread != thread)
      continue;
    struct str text = {0};
    str_printf(&text, "deadlock: thread %" PRIu32 " (%s) waits for ever", thread,
               e->prog->threads.at[thread].name);
    str_printf(out, "  if (waits_%" PRIu32 " == %zu)\n    VIOLATION(", thread, i + 1);
    emit_quoted(out, str_text(&text));
    str_add(out, ", ");
    emit_thread_place(e, out, e->sites.at[i].place);
    str_add(out, ");\n");
    str_free(&text);
  }
  str_add(out, "}\n\n");
}

static void
write_attempt(struct emission *e, struct str *out, thread_id thread)
{
  str_add(out, "  if (");
  if (thread)
    str_printf(out, "created_%" PRIu32 " && ", thread);
  if (emit_thread_may_stick(e, thread))
    str_printf(out, "!stuck_%" PRIu32 " && ", thread);
  str_printf(out, "pc_%" PRIu32 " < %" PRIu32 ")\n    ", thread, labels_count(e->labels, thread));
  emit_thread_function(out, e, thread);
  str_printf(out, "(pc_%" PRIu32 ", 0);\n", thread);
  str_printf(out, "  lost_%" PRIu32 " = waits_%" PRIu32 " > 0;\n", thread, thread);
}

/* Everybody waits or has ended, and somebody waits. */
static void
write_all(struct emission *e, struct str *out)
{
  const char *separator = "  bool all = (";
  for (thread_id t = 0; t < e->prog->threads.n; t++) {
    if (!may_wait(e, t))
      continue;
    str_printf(out, "%swaits_%" PRIu32, separator, t);
    separator = " || ";
  }
  str_add(out, ")");
  for (thread_id t = 0; t < e->prog->threads.n; t++) {
    if (!e->exists.at[t])
      continue;
    str_add(out, " &&\n             (");
    if (t)
      str_printf(out, "!created_%" PRIu32 " || ", t);
    if (may_wait(e, t))
      str_printf(out, "waits_%" PRIu32 " || ", t);
    str_add(out, "(");
    emit_driver_ended(e, out, t);
    str_add(out, "))");
  }
  str_add(out, ";\n");
}

/* Main, which mostly waits for others to end, tells last. */
static void
write_look(struct emission *e, struct str *out)
{
  str_add(out, "/* Is there nobody who can go on, or do some wait for each other? */\n"
               "static void\nlook_for_deadlock(void)\n{\n");
  for (thread_id t = 0; t < e->prog->threads.n; t++)
    if (may_wait(e, t))
      write_attempt(e, out, t);
  for (thread_id t = 0; t < e->prog->threads.n; t++)
    if (may_wait(e, t))
      str_add(out, "  sift();\n");
  write_all(e, out);
  for (thread_id t = (thread_id)e->prog->threads.n; t-- > 0;)
    if (may_wait(e, t))
      str_printf(out, "  if (all || lost_%" PRIu32 ")\n    tell_%" PRIu32 "();\n", t, t);
  str_add(out, "}\n\n");
}

void
emit_deadlock_write(struct emission *e, struct str *out)
{
  if (!e->sites.n)
    return;
  write_is_lost(e, out);
  write_sift(e, out);
  for (thread_id t = 0; t < e->prog->threads.n; t++)
    if (may_wait(e, t))
      write_tell(e, out, t);
  write_look(e, out);
}
