/* What takes an unfolding so long?
 *
 * Every few thousand instructions we look which loop of the user's we are in, the innermost one,
 * and give it a point. The loop with the most points is named, with the number of its iterations;
 * and so is the largest object, as every byte of it may cost something. Both go to options->effort,
 * where the process that waits can read them at any time. */
#include "unfold/effort.h"

#include <stdio.h>

#include "frontend/cfg.h"
#include "frontend/debug.h"
#include "frontend/frontend.h"
#include "unfold/bound.h"
#include "unfold/state.h"

/* Smaller objects take no time worth telling. */
enum { LARGE_OBJECT = 65536 };

/* Texts are cut if they are too long. */
static void
tell_loop(struct unfold *u, const struct loop_effort *effort)
{
  struct frontend_effort *out = u->options->effort;
  snprintf(out->loop, sizeof out->loop, "the loop at %s:%u in %s, %lu iterations so far",
           debug_file(&u->debug, effort->cfg->function), effort->line, effort->cfg->name,
           effort->iterations);
}

void
effort_begin(struct unfold *u, struct loop_bound *bound, const struct cfg *cfg)
{
  uint32_t *slot = map_at(&u->kept.effort.by_key, bound->key);
  if (!*slot) {
    struct loop_effort effort = {.cfg = cfg, .line = bound->rule.line};
    vec_push(&u->kept.effort.loops, effort);
    *slot = (uint32_t)u->kept.effort.loops.n;
  }
  bound->effort = *slot - 1;
}

void
effort_sample(struct unfold *u)
{
  const struct loop_bound *loop = u->now.loop;
  while (loop && loop->library)
    loop = loop->outer;
  if (loop)
    u->kept.effort.loops.at[loop->effort].points++;
  if (!u->options->effort)
    return;
  const struct loop_effort *most = NULL;
  for (size_t i = 0; i < u->kept.effort.loops.n; i++)
    if (u->kept.effort.loops.at[i].points &&
        (!most || u->kept.effort.loops.at[i].points > most->points))
      most = &u->kept.effort.loops.at[i];
  if (most)
    tell_loop(u, most);
}

void
effort_object(struct unfold *u, const struct object *object)
{
  struct frontend_effort *out = u->options->effort;
  if (!out || object->size < LARGE_OBJECT || object->size <= u->kept.effort.largest)
    return;
  u->kept.effort.largest = object->size;
  snprintf(out->object, sizeof out->object, "%s of %llu bytes",
           object->name && *object->name ? object->name : "an object",
           (unsigned long long)object->size);
}
