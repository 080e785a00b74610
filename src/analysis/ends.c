/* Interruptions in the first and the last iterations of loops only.
 *
 * A thread that does the same two hundred times has four hundred labels, and two of them reach
 * billions of states. But the iterations in the middle are alike. Where a bug needs a thread to be
 * interrupted in the loop, the first iterations or the last ones usually do. So of the labels of a
 * thread that stand at the same place of the program only the first and the last few stay open. Few
 * states are left, however often the loops run.
 *
 * It is a part like others: a bug in it is a bug; that there is none says nothing about the rest. */
#include "analysis/ends.h"

#include "base/map.h"

/* At each place, from either end. An iteration often has two labels there: a load and a store. */
enum { OPEN = 4 };

static uint64_t
place_of(const struct prog *prog, const struct label *label)
{
  return prog->events.at[label->first].place;
}

/* How many labels of the thread stand at each place? */
static void
count(struct map *counts, const struct prog *prog, const struct labels *labels, thread_id t)
{
  for (uint32_t l = 0; l < labels_count(labels, t); l++)
    if (labels_get(labels, t, l)->kind == LABEL_STEP)
      ++*map_at(counts, place_of(prog, labels_get(labels, t, l)));
}

static bool
close_middle(struct part *part, const struct prog *prog, const struct labels *labels, thread_id t)
{
  struct map counts = {0}, met = {0};
  bool closed = false;
  count(&counts, prog, labels, t);
  for (uint32_t l = 0; l < labels_count(labels, t); l++) {
    const struct label *label = labels_get(labels, t, l);
    if (label->kind != LABEL_STEP)
      continue;
    uint64_t place = place_of(prog, label);
    uint32_t n = *map_at(&counts, place), i = (*map_at(&met, place))++;
    if (i < OPEN || i + OPEN >= n || !labels_may_close(labels, prog, t, l))
      continue;
    part->closed.at[labels->first_of_thread.at[t] + l] = closed = true;
  }
  map_free(&counts);
  map_free(&met);
  return closed;
}

bool
ends_find(struct part *part, const struct prog *prog, const struct labels *labels)
{
  bool closed = false;
  *part = (struct part){0};
  vec_resize(&part->closed, labels->all.n);
  for (thread_id t = 0; t < prog->threads.n; t++)
    closed |= close_middle(part, prog, labels, t);
  if (!closed)
    part_free(part);
  return closed;
}
