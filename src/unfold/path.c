#include "unfold/path.h"

#include <assert.h>

#include "frontend/debug.h"
#include "unfold/event.h"
#include "unfold/flow.h"
#include "unfold/state.h"

void
path_begin(struct unfold *u)
{
  u->path = (struct path){.guard = VALUE_TRUE};
}

void
path_go(struct unfold *u, struct path from, value_id guard)
{
  assert(u->prog->values.at[guard].width == 1);
  u->path = from;
  u->path.guard = guard;
}

struct path
path_enter(struct unfold *u, value_id guard)
{
  struct path before = u->path;
  path_go(u, before, guard);
  return before;
}

/* A run that is not stopped has closed the sections that it opened on the detour. */
void
path_leave(struct unfold *u, struct path before)
{
  assert(path_is_stopped(u) || u->path.depth == before.depth);
  path_go(u, before, before.guard);
}

void
path_stop(struct unfold *u)
{
  u->path.guard = VALUE_FALSE;
}

void
path_stuck(struct unfold *u)
{
  u->now.stuck = u->path.guard;
  path_stop(u);
}

bool
path_is_stopped(const struct unfold *u)
{
  return u->path.guard == VALUE_FALSE;
}

place_id
path_place(struct unfold *u, LLVMValueRef instruction)
{
  const struct frame *frame = u->now.frame;
  struct debug_frame from = {frame->cfg, frame->call_place, u->path.place};
  return debug_place(&u->debug, &from, instruction);
}

void
path_at(struct unfold *u, LLVMValueRef instruction)
{
  u->path.place = path_place(u, instruction);
}

/* ---- atomic sections ---- */

void
section_begin(struct unfold *u)
{
  if (u->path.depth++)
    return;
  u->path.section = ++u->prog->sections;
  u->now.locked_private = u->now.locked_shared = VALUE_FALSE;
}

/* It has locked memory that is its thread's own, and nothing else. */
static void
fence_section(struct unfold *u)
{
  value_id others = value_not(u->prog, u->now.locked_shared);
  struct path before = path_enter(u, value_and(u->prog, u->now.locked_private, others));
  if (!path_is_stopped(u))
    event_fence(u, ORDER_SEQ_CST);
  path_leave(u, before);
  u->now.locked_private = VALUE_FALSE; /* it may end in several places */
}

void
section_end(struct unfold *u)
{
  assert(u->path.depth && u->path.section);
  if (u->path.depth == 1) {
    fence_section(u);
    u->path.section = 0;
  }
  u->path.depth--;
}
