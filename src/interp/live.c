/* Which loaded values and inputs can still matter, so that two states that differ only in what
 * no thread will look at again count as one.
 *
 * A value of a thread's future is computed from leaves: loads and inputs. Walking the thread's
 * labels backwards, the first label in which we come across a leaf is the last one that uses it;
 * each node needs to be visited only once per thread. A leaf may have users in several threads
 * (arguments of a created thread), and inputs in the initial memory are never given up. */
#include "base/invariant.h"
#include "base/mutant.h"
#include "interp/machine.h"

struct walk {
  struct machine *machine;
  uint32_t *seen; /* the thread + 1 that came across the value last; 0 = none */
  uint32_t stamp;
  VEC(value_id) stack;
};

static void
look_at(struct walk *walk, value_id value)
{
  INVARIANT(walk->seen[value] <= walk->stamp);
  if (walk->seen[value] == walk->stamp)
    return;
  walk->seen[value] = walk->stamp;
  vec_push(&walk->stack, value);
}

/* Counts and, if `dying`, lists the leaves below `root` that this thread has not come across. */
static void
collect(struct walk *walk, value_id root, bool dying)
{
  struct machine *machine = walk->machine;
  look_at(walk, root);
  while (walk->stack.n) {
    value_id value = walk->stack.at[--walk->stack.n];
    const struct value *node = &machine->prog->values.at[value];
    if (node->op == OP_LOADED || node->op == OP_INPUT) {
      machine->users[value]++;
      if (dying)
        vec_push(&machine->dying, value);
    } else if (node->op != OP_CONST) {
      for (unsigned i = 0; i < 3; i++) /* unused arguments are the constant 0 */
        look_at(walk, node->arg[i]);
    }
  }
}

static void
collect_event(struct walk *walk, const struct event *event)
{
  collect(walk, event->guard, true);
  switch (event->kind) {
  case EVENT_LOAD:
    collect(walk, event->addr, true);
    break;
  case EVENT_STORE:
    collect(walk, event->addr, true);
    if (!MUTANT(LIVE_TOO_SHORT))
      collect(walk, event->value, true);
    break;
  case EVENT_BLOCK:
    collect(walk, event->addr, true); /* fall through */
  case EVENT_ASSUME:
  case EVENT_ASSERT:
    collect(walk, event->value, true);
    break;
  default:
    break; /* silent ones are for traces only */
  }
}

void
machine_find_last_uses(struct machine *machine)
{
  const struct prog *prog = machine->prog;
  struct walk walk = {.machine = machine, .stamp = 1};
  walk.seen = mem_alloc(prog->values.n * sizeof *walk.seen);
  /* Labels are walked from the very last to the first, so the list is in that order too: what dies
   * with label l is dying[first_dying[l + 1]..first_dying[l]). */
  size_t label = machine->labels->all.n;
  for (thread_id thread = (thread_id)prog->threads.n; thread-- > 0; walk.stamp++)
    for (uint32_t l = labels_count(machine->labels, thread); l-- > 0;) {
      const struct label *group = labels_get(machine->labels, thread, l);
      machine->first_dying[label] = machine->dying.n;
      for (event_id event = group->end; event-- > group->first;)
        collect_event(&walk, &prog->events.at[event]);
      label--;
    }
  INVARIANT(label == 0);
  machine->first_dying[0] = machine->dying.n;
  for (size_t i = 0; i < prog->inits.n; i++)
    collect(&walk, prog->inits.at[i].value, false);
  vec_drop(walk.seen);
  vec_free(&walk.stack);
}
