/* Lemmas about locks.
 *
 * They follow from the other clauses, but a solver needs long to see it. A lock is a cell that is
 * written in two ways only. A thread enters: in one label it loads the cell, waits until that is
 * zero, and stores a constant that is not. Later the same thread leaves: it stores zero, under the
 * same guard. By induction over the steps, the cell is not zero if and only if one thread has
 * entered and not left. So if two sections have both been entered, one was left before the other
 * was entered. For each pair of sections of different threads:
 *
 *   entered(a) and entered(b) and before(a.enter, b.enter)
 *     -> left(a) and before(a.leave, b.enter)
 *
 * A thread that hangs inside of a section has not left it, and then no other one enters later. The
 * waiting counts up to the first assertion that fails; so for b it is said besides that the cell
 * was zero. (A label in which an assertion fails is the last one of its execution. It is no a.) */
#include <stdlib.h>

#include "base/invariant.h"
#include "base/mutant.h"
#include "encode/staircase.h"

struct section {
  thread_id thread;
  uint32_t enter, leave; /* nodes; NO_NODE: it is never left */
  value_id guard;
  lit entered, free; /* it has been entered; the cell was zero */
};
typedef VEC(struct section) section_list;

static bool
is_zero(const struct prog *prog, value_id v)
{
  return prog->values.at[v].op == OP_CONST && !prog->values.at[v].imm;
}

/* Is that side of the comparison the lock, loaded in this label before event `block`, and the other
 * one zero? */
static bool
is_lock_loaded(const struct encoding *e, const struct value *equal, int side, event_id block,
               const struct event *store)
{
  const struct prog *prog = e->prog;
  const struct value *loaded = &prog->values.at[equal->arg[side]];
  if (loaded->op != OP_LOADED || !is_zero(prog, equal->arg[1 - side]) || loaded->imm >= block)
    return false;
  const struct event *load = &prog->events.at[loaded->imm];
  return load->guard == store->guard && load->n_targets == 1 && load->bytes == store->bytes &&
         e->spans.at[load->first_target].first == e->spans.at[store->first_target].first;
}

/* What the label waits for before the store: that the lock is zero. VALUE_FALSE: it does not. */
static value_id
wait_for_zero(const struct encoding *e, const struct label *label, event_id id)
{
  const struct prog *prog = e->prog;
  const struct event *store = &prog->events.at[id];
  for (event_id i = label->first; i < id; i++) {
    const struct event *block = &prog->events.at[i];
    if (block->kind != EVENT_BLOCK || block->guard != store->guard)
      continue;
    const struct value *equal = &prog->values.at[block->value];
    for (int side = 0; side < 2 && equal->op == OP_EQ; side++)
      if (is_lock_loaded(e, equal, side, i, store) &&
          prog->values.at[equal->arg[side]].imm >= label->first)
        return block->value;
  }
  return VALUE_FALSE;
}

static bool
enter(struct encoding *e, const struct writer *writer, section_list *list)
{
  const struct prog *prog = e->prog;
  const struct event *store = &prog->events.at[writer->when.event];
  const struct node *node = &e->staircase->nodes.at[writer->when.node];
  const struct label *label = labels_get(e->labels, node->thread, node->label);
  value_id waits = wait_for_zero(e, label, writer->when.event);
  if (prog->values.at[store->value].op != OP_CONST || waits == VALUE_FALSE ||
      node->commit != NO_COMMIT)
    return false;
  vec_push(list, ((struct section){writer->when.thread, writer->when.node, NO_NODE, store->guard,
                                   writer->wrote, encode_bool(e, waits)}));
  return true;
}

/* The sections of the cell; false if it is no lock. */
static bool
find_sections(struct encoding *e, uint32_t cell, section_list *list)
{
  const struct staircase *s = e->staircase;
  list->n = 0;
  for (uint32_t k = s->of_cell_first.at[cell]; k < s->of_cell_first.at[cell + 1]; k++) {
    const struct writer *writer = &s->writers.at[s->of_cell.at[k]];
    const struct event *store = &e->prog->events.at[writer->when.event];
    struct section *open = list->n ? &vec_last(list) : NULL;
    if (open && (open->thread != writer->when.thread || open->leave != NO_NODE))
      open = NULL;
    if (store->n_targets != 1 || !moment_is_own(e, &writer->when) ||
        e->spans.at[store->first_target].n != 1)
      return false;
    if (!is_zero(e->prog, store->value)) {
      if (open || !enter(e, writer, list))
        return false;
    } else {
      if (!open || open->guard != store->guard)
        return false;
      open->leave = writer->when.node;
    }
  }
  return list->n > 1;
}

static void
add_pair(struct encoding *e, const struct section *a, const struct section *b)
{
  bool unentered = MUTANT(LOCK_UNENTERED);
  lit clause[] = {MUTANT(LOCK_PERHAPS) ? GATE_FALSE : -a->entered,
                  unentered ? GATE_FALSE : -b->entered, unentered ? GATE_FALSE : -b->free,
                  -staircase_before(e, a->enter, b->enter), GATE_FALSE};
  if (a->leave == NO_NODE) {
    gate_clause(&e->gates, clause, 5);
    return;
  }
  const struct node *leave = &e->staircase->nodes.at[a->leave];
  clause[4] = staircase_before(e, a->leave, b->enter);
  gate_clause(&e->gates, clause, 5);
  clause[4] = e->passed.at[staircase_label(e, leave->thread, leave->label)];
  gate_clause(&e->gates, clause, 5);
}

void
critical_add(struct encoding *e)
{
  section_list list = {0};
  for (uint32_t c = 0; c < e->cells.n && !staircase_stopped(e); c++) {
    if (!find_sections(e, c, &list))
      continue;
    for (size_t i = 0; i < list.n; i++)
      for (size_t k = 0; k < list.n; k++)
        if (list.at[i].thread != list.at[k].thread)
          add_pair(e, &list.at[i], &list.at[k]);
  }
  vec_free(&list);
}
