/* Only STEPs are told: what lies between them is passed as soon as possible in any case. */
#include "tiling/fixed.h"

#include <assert.h>

static bool
is_step(const struct labels *labels, thread_id thread, uint32_t label)
{
  return labels_get(labels, thread, label)->kind == LABEL_STEP;
}

static void
fix(struct part *part, const struct labels *labels, struct context context, unsigned round)
{
  uint32_t last = context.labels, next = context.labels, n = labels_count(labels, context.thread);
  while (last > 0 && !is_step(labels, context.thread, last - 1))
    last--;
  while (next < n && !is_step(labels, context.thread, next))
    next++;
  if (last > 0)
    vec_push(&part->ends, ((struct part_end){context.thread, round, last - 1, true}));
  if (next < n)
    vec_push(&part->ends, ((struct part_end){context.thread, round, next, false}));
}

void
part_fix(struct part *part, const struct prog *prog, const struct labels *labels,
         const struct schedule *schedule)
{
  size_t threads = prog->threads.n;
  for (size_t turn = 0; turn < schedule->contexts.n; turn++) {
    assert(schedule->contexts.at[turn].thread == turn % threads);
    fix(part, labels, schedule->contexts.at[turn], (unsigned)(turn / threads));
  }
}
