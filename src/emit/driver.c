/* The driver: lets the threads take turns, round by round.
 *
 * In its turn a thread that exists and has not ended goes on to a place that is guessed: one at
 * which it can be interrupted, not before the one at which it stands. START is passed in any case.
 * What a part of the schedules leaves out is left out here. When the last round is over it is
 * looked for a deadlock (deadlock.c): a thread need not run in its turns, so that every state that
 * can be reached within the rounds is the last one of some run. */
#include <inttypes.h>

#include "emit/emission.h"

static bool
has_idle(const struct emission *e)
{
  return e->request->part && e->request->part->idle.n;
}

static bool
counts(const struct emission *e)
{
  return e->request->part && e->request->part->counts;
}

/* Are there labels between the first open one and the end at which a thread is not interrupted? */
static bool
has_closed(const struct emission *e, thread_id thread)
{
  uint32_t n = labels_count(e->labels, thread);
  for (uint32_t l = emit_thread_next_open(e, thread, 1); l < n; l++)
    if (!emit_thread_is_open(e, thread, l))
      return true;
  return false;
}

static void
declare_open(struct emission *e, struct str *out, thread_id thread)
{
  uint32_t n = labels_count(e->labels, thread);
  str_printf(out, "static const bool open_%" PRIu32 "[] = {", thread);
  for (uint32_t l = 0; l <= n; l++)
    str_printf(out, "%s%d",
               l == 0   ? ""
               : l % 40 ? ", "
                        : ",\n  ",
               l > 0 && emit_thread_is_open(e, thread, l));
  str_add(out, "};\n");
}

static bool
is_joined(const struct emission *e, thread_id thread)
{
  for (event_id i = 0; i < e->prog->events.n; i++) {
    const struct event *event = &e->prog->events.at[i];
    if (event->kind == EVENT_JOIN && event->child == thread && emit_matters(e, i))
      return true;
  }
  return false;
}

void
emit_driver_ended(const struct emission *e, struct str *out, thread_id thread)
{
  str_printf(out, "pc_%" PRIu32 " == %" PRIu32, thread, labels_count(e->labels, thread));
  if (emit_thread_may_stick(e, thread))
    str_printf(out, " && !stuck_%" PRIu32, thread);
}

void
emit_driver_declare(struct emission *e, struct str *out)
{
  str_add(out, "/* Where each thread stands (labels passed), whether it exists, or is stuck for "
               "ever. */\n");
  for (thread_id t = 0; t < e->prog->threads.n; t++) {
    if (!e->exists.at[t] && !is_joined(e, t))
      continue;
    str_printf(out, "STATE unsigned pc_%" PRIu32 ";\n", t);
    if (t && e->exists.at[t])
      str_printf(out, "STATE bool created_%" PRIu32 ";\n", t);
    if (emit_thread_may_stick(e, t))
      str_printf(out, "STATE bool stuck_%" PRIu32 ";\n", t);
  }
  if (counts(e))
    str_add(out, "STATE unsigned contexts; /* in which a thread did something, but for main's "
                 "first */\n");
  emit_deadlock_declare(e, out);
}

static void
write_turn(struct emission *e, struct str *out, thread_id thread)
{
  uint32_t n = labels_count(e->labels, thread), first = emit_thread_next_open(e, thread, 1);
  bool idle = has_idle(e);
  str_printf(out, "static void\nturn_%" PRIu32 "(%s)\n{\n  if (", thread,
             idle ? "bool idle" : "void");
  if (thread)
    str_printf(out, "!created_%" PRIu32 " || ", thread);
  if (emit_thread_may_stick(e, thread))
    str_printf(out, "stuck_%" PRIu32 " || ", thread);
  str_printf(out, "pc_%" PRIu32 " == %" PRIu32 ")\n    return;\n", thread, n);
  str_printf(out, "  unsigned least = pc_%" PRIu32 " ? pc_%" PRIu32 " : %" PRIu32 ";\n", thread,
             thread, first);
  str_printf(out, "  unsigned next = NEXT(%" PRIu32 ", least, %s%" PRIu32 ");\n", thread,
             idle ? "idle ? least : " : "", n);
  if (has_closed(e, thread)) /* it would get to the next open one in any case: one guess for each */
    str_printf(out, "  ASSUME(open_%" PRIu32 "[next]);\n", thread);
  if (counts(e))
    str_printf(out, "  contexts += %snext > least;\n  ASSUME(contexts <= %u);\n",
               thread ? "" : "pc_0 && ", e->request->part->switches);
  str_add(out, "  ");
  emit_thread_function(out, e, thread);
  str_printf(out, "(pc_%" PRIu32 ", next);\n  pc_%" PRIu32 " = next;\n}\n\n", thread, thread);
}

static void
write_round(struct emission *e, struct str *out, unsigned round)
{
  size_t n = e->prog->threads.n;
  str_printf(out, "  ROUND(%u);\n", round + 1);
  for (thread_id t = 0; t < n; t++) {
    bool idle = part_is_idle(e->request->part, n, t, round);
    if (!e->exists.at[t])
      continue;
    str_printf(out, "  turn_%" PRIu32 "(%s);\n", t, !has_idle(e) ? "" : idle ? "true" : "false");
  }
}

void
emit_driver_write(struct emission *e, struct str *out)
{
  for (thread_id t = 0; t < e->prog->threads.n; t++) {
    if (!e->exists.at[t])
      continue;
    if (has_closed(e, t)) {
      str_add(out, "/* Where it can be interrupted. */\n");
      declare_open(e, out, t);
    }
    write_turn(e, out, t);
  }
  emit_deadlock_write(e, out);
  str_add(out, "int\nMAIN(void)\n{\n");
  emit_values_forget(e);
  emit_values_start(e, out);
  emit_memory_start(e, out);
  for (unsigned round = 0; round < e->request->rounds; round++)
    write_round(e, out, round);
  if (e->sites.n)
    str_add(out, "  look_for_deadlock();\n");
  str_add(out, "  return 0;\n}\n");
}
