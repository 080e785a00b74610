/* Sequential consistency: no store is late, so there is nothing to order. */
#include "memmodel/memmodel.h"

static bool
never(const struct prog *prog, const struct event *event)
{
  (void)prog, (void)event;
  return false;
}

const struct memmodel memmodel_sc = {"sc", "sequential consistency", false, never, never, never};
