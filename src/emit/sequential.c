/* The form in which threads are functions that are called again and again.
 *
 * A thread's function is called with the label at which the thread stands, and the one before which
 * it is to be interrupted, and jumps over what lies outside of these two. The caller (driver.c) has
 * guessed how far the thread gets. So where a STEP cannot be passed, the guess was wrong, and the
 * run is none. START and STOP are different: nobody is interrupted before them, and who cannot pass
 * them is stuck for ever, whatever was guessed; of all guesses beyond, the nearest one stands for
 * that run. */
#include <inttypes.h>
#include <string.h>

#include "base/mutant.h"
#include "emit/emission.h"

/* ASSUME, BLOCK, CUT where the thread might as well have been interrupted before. */
static void
write_assumption(struct emission *e, struct str *out, const struct event *event)
{
  struct str assume = {0};
  str_add(&assume, "ASSUME(");
  emit_value(e, &assume, event->kind == EVENT_CUT ? VALUE_FALSE : event->value);
  str_add(&assume, ");");
  emit_guarded(e, out, event, str_text(&assume));
  str_free(&assume);
}

/* And where it could not. */
static void
write_stop(struct emission *e, struct str *out, const struct event *event)
{
  str_add(out, "  if (");
  emit_failure(e, out, event);
  str_printf(out, ") {\n    ASSUME(next == %" PRIu32 ");\n    stuck_%" PRIu32 " = true;\n",
             emit_thread_next_open(e, e->thread, e->label + 1), e->thread);
  emit_deadlock_wait(e, out, event);
  str_add(out, MUTANT(EMITTED_STUCK_GOES_ON) ? "  }\n" : "    return;\n  }\n");
}

/* The thread tries: what stops it there, and is it something for which it waits? */
static void
write_attempt(struct emission *e, struct str *out, const struct event *event)
{
  str_add(out, "  if (");
  if (event->kind != EVENT_JOIN) {
    emit_failure(e, out, event);
  } else {
    if (event->guard != VALUE_TRUE)
      emit_operand(e, out, event->guard);
    str_add(out, event->guard != VALUE_TRUE ? " && !(" : "!(");
    emit_driver_ended(e, out, event->child);
    str_add(out, ")");
  }
  struct str wait = {0};
  emit_deadlock_wait(e, &wait, event);
  if (event < &e->prog->events.at[e->tries - 1])
    str_printf(&wait, "    %s;\n", e->leave);
  bool one = strchr(str_text(&wait), '\n') == &wait.text[wait.n - 1];
  str_printf(out, one ? ")\n%s" : ") {\n%s  }\n", str_text(&wait));
  str_free(&wait);
}

static void
write_join(struct emission *e, struct str *out, const struct event *event)
{
  struct str wait = {0};
  if (e->tries) {
    write_attempt(e, out, event);
    return;
  }
  str_add(&wait, "ASSUME(");
  emit_driver_ended(e, &wait, event->child);
  str_add(&wait, ");");
  emit_guarded(e, out, event, str_text(&wait));
  str_free(&wait);
}

static void
write_create(struct emission *e, struct str *out, const struct event *event)
{
  struct str create = {0};
  str_printf(&create, "created_%" PRIu32 " = true;", event->child);
  emit_guarded(e, out, event, str_text(&create));
  str_free(&create);
}

static void
add_goto(struct str *out, uint32_t label, uint32_t end)
{
  if (label == end)
    str_add(out, "    goto end;\n");
  else
    str_printf(out, "    goto label_%" PRIu32 ";\n", label);
}

static void
write_label(struct emission *e, struct str *out)
{
  emit_deadlock_try(e);
  if (e->label)
    str_printf(out, "label_%" PRIu32 ":\n  if (from > %" PRIu32 " || next <= %" PRIu32 ")\n",
               e->label, e->label, e->label);
  else
    str_add(out, "  if (from > 0)\n");
  add_goto(out, e->label + 1, labels_count(e->labels, e->thread));
}

static void
write_hold(struct emission *e, struct str *out, const struct event *event)
{
  if (e->tries)
    write_attempt(e, out, event);
  else if (labels_get(e->labels, e->thread, e->label)->kind == LABEL_STEP)
    write_assumption(e, out, event);
  else
    write_stop(e, out, event);
}

static void
write_foot(struct emission *e, struct str *out)
{
  str_add(out, "end:\n");
  if (e->attempts.n)
    emit_deadlock_attempts(e, out);
  else
    str_add(out, labels_count(e->labels, e->thread) == 1 ? "  (void)next;\n" : "  return;\n");
}

const struct form emit_form_sequential = {
  .header = "sequential.h",
  .label = write_label,
  .hold = write_hold,
  .join = write_join,
  .create = write_create,
  .parameters = "unsigned from, unsigned next",
  .foot = write_foot,
  .declare = emit_driver_declare,
  .driver = emit_driver_write,
};
