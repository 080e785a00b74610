/* Total store order, as x86 has it: the buffer is a queue.
 *
 * Accesses are mapped as compilers map them there. Loads and stores are moves, whatever their
 * order, but for a seq_cst store, which is an exchange and so empties the buffer.
 * Read-modify-writes have a lock prefix, and so, it is taken, do mutexes and all that the library
 * does in sections; all of these find the buffer empty and do not use it. Of fences only seq_cst is
 * an instruction. Creating and joining threads are barriers as well.
 *
 * What is noted down in internal objects, by the front end about lifetimes or by models about the
 * library, is no memory of the machine: it is neither late nor a barrier. */
#include "memmodel/tso.h"

static bool
touches_machine(const struct prog *prog, const struct event *event)
{
  for (uint32_t i = 0; i < event->n_targets; i++)
    if (!prog->objects.at[prog->targets.at[event->first_target + i].object].internal)
      return true;
  return false;
}

bool
tso_is_late(const struct prog *prog, const struct event *event)
{
  return event->kind == EVENT_STORE && !event->locked && event->order != ORDER_SEQ_CST &&
         touches_machine(prog, event);
}

bool
tso_is_barrier(const struct prog *prog, const struct event *event)
{
  switch (event->kind) {
  case EVENT_CREATE:
  case EVENT_JOIN:
    return true;
  case EVENT_FENCE:
    return event->order == ORDER_SEQ_CST;
  case EVENT_LOAD:
    return event->locked && touches_machine(prog, event);
  case EVENT_STORE:
    return (event->locked || event->order == ORDER_SEQ_CST) && touches_machine(prog, event);
  default:
    return false;
  }
}

const struct memmodel memmodel_tso = {"tso",       "total store order", true,
                                      tso_is_late, tso_is_barrier,      tso_is_late};
