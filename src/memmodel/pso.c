/* Partial store order: as total store order, but stores to different places leave the buffer in any
 * order, unless a border stands between them: a release fence of the program, or the plain fence
 * that the front end puts in front of a release store, as compilers for SPARC do. */
#include "memmodel/tso.h"

static bool
is_border(const struct prog *prog, const struct event *event)
{
  (void)prog;
  return event->kind == EVENT_FENCE &&
         (event->order == ORDER_RELEASE || event->order == ORDER_ACQ_REL ||
          event->order == ORDER_PLAIN);
}

const struct memmodel memmodel_pso = {"pso",       "partial store order", true,
                                      tso_is_late, tso_is_barrier,        is_border};
