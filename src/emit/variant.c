/* The form with threads: one of them runs at a time, and lets others run before labels at which its
 * row in the table of yields says 1, if it likes.
 *
 * A thread that cannot pass a label tries again, from the beginning of the label, when others have
 * done something. What it changed in between is put back first; nobody has seen it. Where deadlocks
 * are looked for it says for whom it waits, and where. */
#include <inttypes.h>

#include "emit/emission.h"
#include "trace/model.h"

static bool
may_wait(const struct emission *e)
{
  return label_may_wait(e->prog, labels_get(e->labels, e->thread, e->label));
}

static void
write_label(struct emission *e, struct str *out)
{
  if (e->label)
    str_printf(out,
               "  /* label %" PRIu32 " */\n  if (yields[%" PRIu32 "][%" PRIu32 "] && nondet())\n"
               "    yield();\n",
               e->label, e->thread, e->label);
  str_add(out, "  PASS();\n");
  if (may_wait(e))
    str_printf(out, "label_%" PRIu32 ":\n  KEEP();\n", e->label);
}

/* Waits where the condition that stands before this does not hold. */
static void
add_wait(struct emission *e, struct str *out, const struct event *event)
{
  str_add(out, ") {\n    ");
  if (emit_deadlock_waits(e, event)) {
    str_add(out, "WAIT_FOR(");
    emit_deadlock_owner(e, out, event);
    str_add(out, ", ");
    emit_thread_place(e, out, place_of_user(e->prog, event->place));
    str_add(out, ");\n");
  } else {
    str_add(out, "WAIT();\n");
  }
  str_printf(out, "    goto label_%" PRIu32 ";\n  }\n", e->label);
}

static void
write_hold(struct emission *e, struct str *out, const struct event *event)
{
  str_add(out, "  if (");
  emit_failure(e, out, event);
  add_wait(e, out, event);
}

static void
write_join(struct emission *e, struct str *out, const struct event *event)
{
  str_add(out, "  if (");
  if (event->guard != VALUE_TRUE) {
    emit_operand(e, out, event->guard);
    str_add(out, " && ");
  }
  str_printf(out, "!ENDED(%" PRIu32 ")", event->child);
  add_wait(e, out, event);
}

static void
write_create(struct emission *e, struct str *out, const struct event *event)
{
  struct str create = {0};
  str_printf(&create, "CREATE(%" PRIu32 ", ", event->child);
  emit_thread_function(&create, e, event->child);
  str_add(&create, ");");
  emit_guarded(e, out, event, str_text(&create));
  str_free(&create);
}

static void
write_foot(struct emission *e, struct str *out)
{
  (void)e;
  (void)out;
}

static uint32_t
most_labels(const struct emission *e)
{
  uint32_t most = 0;
  for (thread_id t = 0; t < e->prog->threads.n; t++)
    if (labels_count(e->labels, t) > most)
      most = labels_count(e->labels, t);
  return most;
}

static void
write_table(struct emission *e, struct str *out, const struct part *part)
{
  str_printf(out, "static const bool yields[%zu][%" PRIu32 "] = {\n", e->prog->threads.n,
             most_labels(e));
  for (thread_id t = 0; t < e->prog->threads.n; t++) {
    str_add(out, "  {");
    for (uint32_t l = 0; l < labels_count(e->labels, t); l++)
      str_printf(out, "%s%d",
                 l == 0   ? ""
                 : l % 30 ? ", "
                          : ",\n   ",
                 labels_get(e->labels, t, l)->kind == LABEL_STEP &&
                   !part_is_closed(part, e->labels, t, l));
    str_add(out, "},\n");
  }
  str_add(out, "};\n");
}

/* -DINSTANCE=K chooses the K-th table; 0 is the request's own part. */
static void
write_instances(struct emission *e, struct str *out)
{
  const struct emit_request *request = e->request;
  str_add(out, "#ifndef INSTANCE\n#define INSTANCE 0\n#endif\n#if INSTANCE == 0\n");
  write_table(e, out, request->part);
  for (size_t i = 0; i < request->n_instances; i++) {
    str_printf(out, "#elif INSTANCE == %zu /* ", i + 1);
    emit_comment(out, request->instances[i].name);
    str_add(out, " */\n");
    write_table(e, out, &request->instances[i].part);
  }
  str_printf(out, "#else\n#error \"instances have the numbers 1 to %zu\"\n#endif\n",
             request->n_instances);
}

static void
write_yields(struct emission *e, struct str *out)
{
  if (most_labels(e) == 1)
    return; /* nobody ever asks */
  str_add(out, "/* Before which of its labels each thread may let others run. */\n");
  if (e->request->n_instances)
    write_instances(e, out);
  else
    write_table(e, out, e->request->part);
  str_add(out, "\n");
}

static void
write_declarations(struct emission *e, struct str *out)
{
  write_yields(e, out);
  for (thread_id t = 0; t < e->prog->threads.n; t++) {
    if (!e->exists.at[t])
      continue;
    str_add(out, "static ");
    emit_thread_head(e, out, t);
    str_add(out, ";\n");
  }
}

static void
write_driver(struct emission *e, struct str *out)
{
  str_printf(out, "const unsigned heddle_threads = %zu;\n\nvoid\nheddle_main(void)\n{\n",
             e->prog->threads.n);
  emit_values_forget(e);
  emit_values_start(e, out);
  emit_memory_start(e, out);
  str_add(out, "  ");
  emit_thread_function(out, e, 0);
  str_add(out, "();\n}\n");
}

const struct form emit_form_variant = {
  .header = "variant.h",
  .label = write_label,
  .hold = write_hold,
  .join = write_join,
  .create = write_create,
  .parameters = "void",
  .foot = write_foot,
  .declare = write_declarations,
  .driver = write_driver,
};
