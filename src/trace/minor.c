/* What a reader will not miss.
 *
 * Accesses that the bug does not depend on (depends.c). Assignments to variables that nobody else
 * sees, if their values are constants, such as those of loop counters and most arguments, or are
 * not used for anything that matters, or were just told: what was read, and is now in a variable.
 * Threads that do nothing else. */
#include <string.h>

#include "trace/depends.h"
#include "trace/items.h"

struct minor_finder {
  const struct trace_input *trace;
  const struct prog *prog;
  struct depends depends;
  const struct items *items;
  struct map told;   /* thread and value -> 1 */
  struct map last;   /* thread and name of a variable -> 1 + the item that told its value */
  VEC(bool) matters; /* of each thread */
};

/* The value, without a change of width only. */
static value_id
bare(const struct prog *prog, value_id id)
{
  const struct value *value = &prog->values.at[id];
  while (value->op == OP_ZEXT || value->op == OP_SEXT || (value->op == OP_EXTRACT && !value->imm)) {
    id = value->arg[0];
    value = &prog->values.at[id];
  }
  return id;
}

/* Has the thread been said to have this value? From now on it has. */
static bool
is_told(struct minor_finder *finder, thread_id thread, value_id value)
{
  uint32_t *told = map_at(&finder->told, hash_mix(thread + 1, bare(finder->prog, value)));
  bool before = *told;
  *told = 1;
  return before;
}

/* Does a variable of the same name, in the caller or the function called, have the value already? */
static bool
is_passed_on(struct minor_finder *finder, const struct item *item)
{
  const char *name = finder->prog->objects.at[item->object].name;
  if (!name || !*name)
    return false;
  uint64_t key = hash_mix(hash_bytes(name, strlen(name)), item->thread);
  uint32_t *last = map_at(&finder->last, hash_mix(key, item->offset));
  bool same = *last && finder->items->all.at[*last - 1].value == item->value;
  *last = (uint32_t)(item - finder->items->all.at) + 1;
  return same;
}

static bool
is_minor_local(struct minor_finder *finder, const struct item *item)
{
  value_id value = finder->prog->events.at[item->stored].value;
  if (finder->prog->values.at[bare(finder->prog, value)].op == OP_CONST)
    return true;
  bool matters =
    finder->depends.value.at[value] || finder->depends.value.at[bare(finder->prog, value)];
  return !matters || is_told(finder, item->thread, value) || is_passed_on(finder, item);
}

static bool
is_minor(struct minor_finder *finder, const struct item *item)
{
  const struct event *event = &finder->prog->events.at[item->event];
  switch (item->kind) {
  case ITEM_READ:
  case ITEM_UPDATE:
    if (event->kind == EVENT_LOAD)
      is_told(finder, item->thread, event->value);
    return !finder->depends.event.at[item->event] &&
           !(item->kind == ITEM_UPDATE && finder->depends.event.at[item->stored]);
  case ITEM_WRITE:
  case ITEM_SEEN:
    return !finder->depends.event.at[item->event];
  case ITEM_LOCAL:
    return is_minor_local(finder, item);
  default:
    return false;
  }
}

/* A thread of which nothing else is told need not be started either. */
static void
mark_threads(struct minor_finder *finder, struct items *items)
{
  for (size_t i = 0; i < items->all.n; i++) {
    const struct item *item = &items->all.at[i];
    if (!item->minor && item->kind != ITEM_JOIN && item->kind != ITEM_CREATE)
      for (thread_id t = item->thread; !finder->matters.at[t];
           t = finder->prog->threads.at[t].parent)
        finder->matters.at[t] = true;
  }
  for (size_t i = 0; i < items->all.n; i++) {
    struct item *item = &items->all.at[i];
    if (item->kind == ITEM_JOIN || item->kind == ITEM_CREATE)
      item->minor = !finder->matters.at[item->child];
  }
}

void
items_mark_minor(struct items *items, const struct trace_input *trace)
{
  struct minor_finder finder = {.trace = trace, .prog = trace->prog, .items = items};
  if (trace->run->end == RUN_DONE || trace->run->end == RUN_STUCK || trace->run->end == RUN_INVALID)
    return;
  depends_find(&finder.depends, trace);
  vec_resize(&finder.matters, trace->prog->threads.n);
  for (size_t i = 0; i < items->all.n; i++)
    items->all.at[i].minor = is_minor(&finder, &items->all.at[i]);
  mark_threads(&finder, items);
  depends_free(&finder.depends);
  map_free(&finder.told);
  map_free(&finder.last);
  vec_free(&finder.matters);
}
