/* The intrinsics that models are written with (share/models/heddle.h has their contracts), and the
 * few functions of the software verification competition that mean the same. */
#include "unfold/intrinsic.h"

#include <limits.h>
#include <string.h>

#include "base/mutant.h"
#include "frontend/debug.h"
#include "frontend/intrinsics.h"
#include "unfold/bound.h"
#include "unfold/build.h"
#include "unfold/call.h"
#include "unfold/constant.h"
#include "unfold/event.h"
#include "unfold/facts.h"
#include "unfold/flow.h"
#include "unfold/happens.h"
#include "unfold/life.h"
#include "unfold/memory.h"
#include "unfold/narrow.h"
#include "unfold/notice.h"
#include "unfold/path.h"
#include "unfold/pointer.h"
#include "unfold/rest.h"
#include "unfold/sized.h"
#include "unfold/state.h"

static bool
const_arg(struct unfold *u, const struct call *call, unsigned i, uint64_t *bits)
{
  return value_is_const(u->prog, call_arg(u, call, i), bits);
}

static unsigned
result_width(const struct unfold *u, const struct call *call)
{
  return scalar_width(u, LLVMTypeOf(call->instruction));
}

static void
do_atomic_begin(struct unfold *u, const struct call *call)
{
  (void)call;
  section_begin(u);
}

static void
do_atomic_end(struct unfold *u, const struct call *call)
{
  (void)call;
  if (!u->path.depth)
    unfold_error(u, "the end of an atomic section that was not begun");
  else
    section_end(u);
}

static value_id
condition_arg(struct unfold *u, const struct call *call)
{
  value_id condition = call_arg(u, call, 0);
  unsigned width = v_width(u, condition);
  if (width > 1)
    condition = value_not(u->prog, value_eq(u->prog, condition, v_const(u, width, 0)));
  return facts_strip(u, u->path.guard, condition);
}

static void
do_block(struct unfold *u, const struct call *call)
{
  event_condition(u, EVENT_BLOCK, condition_arg(u, call));
}

static void
do_assume(struct unfold *u, const struct call *call)
{
  event_condition(u, EVENT_ASSUME, condition_arg(u, call));
}

/* If several threads wait for one another they are deadlocked, whatever else goes on. */
static void
do_block_on(struct unfold *u, const struct call *call)
{
  value_id owner = call_arg(u, call, 1), guard = u->path.guard;
  size_t before = u->prog->events.n;
  event_condition(u, EVENT_BLOCK, condition_arg(u, call));
  if (u->prog->events.n > before)
    vec_last(&u->prog->events).addr = facts_simplify(u, guard, owner);
}

static void
do_rest(struct unfold *u, const struct call *call)
{
  rest_begin(u, call->instruction, call_arg(u, call, 0));
}

static void
do_refused(struct unfold *u, const struct call *call)
{
  notice_refused(u, call_arg(u, call, 0));
}

static void
do_woken(struct unfold *u, const struct call *call)
{
  rest_end(u, condition_arg(u, call));
}

static void
do_error(struct unfold *u, const struct call *call)
{
  uint64_t kind;
  const char *text = access_text(u, call_arg(u, call, 1));
  if (!const_arg(u, call, 0, &kind))
    kind = FAULT_ASSERTION;
  event_violation(u, (enum fault)kind, text ? text : "");
}

static void
do_check(struct unfold *u, const struct call *call)
{
  uint64_t kind;
  value_id condition = call_arg(u, call, 1);
  const char *text = access_text(u, call_arg(u, call, 2));
  if (!const_arg(u, call, 0, &kind))
    kind = FAULT_ASSERTION;
  if (!(fault_property((enum fault)kind) & u->options->property))
    return;
  condition = facts_strip(u, u->path.guard, value_resize(u->prog, condition, 1, false));
  if (condition == VALUE_TRUE)
    return;
  if (condition == VALUE_FALSE) {
    event_violation(u, (enum fault)kind, text ? text : "");
    return;
  }
  struct event *event = event_new(u, EVENT_ASSERT);
  event->value = condition;
  event->fault = (enum fault)kind;
  event->text = text ? text : "";
}

static void
do_switch(struct unfold *u, const struct call *call)
{
  uint64_t which = 0;
  const_arg(u, call, 0, &which);
  const struct {
    bool on;
    bool fewer; /* if it is this, there are fewer runs: */
    int configuration;
  } switches[] = {
    /* in the order of enum heddle_switch */
    {u->options->malloc_fails, false, CONFIGURATION_MALLOC},
    {!u->options->no_spurious, false, CONFIGURATION_SPURIOUS},
    {life_reuses(u), false, -1}, /* life.c knows whether it matters */
    {u->options->handle_first, true, CONFIGURATION_HANDLE},
    {u->kept.same_ids, false, -1},
  };
  bool known = which < sizeof switches / sizeof *switches;
  bool on = known && switches[which].on;
  if (known && on == switches[which].fewer && switches[which].configuration >= 0)
    unfold_configured(u, (enum configuration)switches[which].configuration);
  *call->out = v_const(u, result_width(u, call), on);
}

static void
do_compares_ids(struct unfold *u, const struct call *call)
{
  (void)call;
  if (MUTANT(IDS_DIFFER))
    return;
  u->turn.grew.looks |= !u->kept.same_ids;
  u->kept.same_ids = true;
}

static void
do_assumed(struct unfold *u, const struct call *call)
{
  const char *text = access_text(u, call_arg(u, call, 0));
  unfold_assumed(u, text ? text : "");
}

static void
do_most(struct unfold *u, const struct call *call)
{
  *call->out = v_const(u, u->prog->pointer_bits, u->kept.most_threads);
}

static void
do_is_known(struct unfold *u, const struct call *call)
{
  uint64_t bits;
  *call->out = v_const(u, result_width(u, call), const_arg(u, call, 0, &bits));
}

static void
do_loop_bound(struct unfold *u, const struct call *call)
{
  uint64_t bound;
  if (u->now.loop && const_arg(u, call, 0, &bound))
    bound_at_least(u->now.loop, bound > UINT_MAX ? UINT_MAX : (unsigned)bound);
}

/* Threads that make threads that run the same function are recursion too: the bound if it is
 * reached, else 0. If no condition stands before it, constants may yet end it. */
enum { MAX_GENERATIONS = 64 };

static unsigned
creation_bound(const struct unfold *u, value_id start)
{
  unsigned bound = u->path.guard == VALUE_TRUE ? MAX_GENERATIONS : u->options->unwind,
           generations = 0;
  for (thread_id t = u->now.thread; t; t = u->turn.threads.at[t].parent)
    generations += u->turn.threads.at[t].arguments.at[0] == start;
  return generations >= bound ? bound : 0;
}

/* A function of the models creates at most one thread each time it is called. */
static uint64_t
key_of_thread(const struct unfold *u)
{
  return hash_mix(u->now.frame->context, 1);
}

/* The number is not taken before the thread is made: perhaps nobody gets that far. */
static void
do_next(struct unfold *u, const struct call *call)
{
  const uint32_t *known = map_find(&u->turn.thread_by_key, key_of_thread(u));
  *call->out = v_const(u, result_width(u, call), known ? *known : u->turn.threads_made + 1);
}

static void
do_create(struct unfold *u, const struct call *call)
{
  uint64_t key = key_of_thread(u);
  LLVMValueRef body = LLVMGetOperand(call->instruction, 0);
  value_id start = call_arg(u, call, 1), argument = call_arg(u, call, 2);
  if (!LLVMIsAFunction(body)) {
    unfold_error(u, "__heddle_create of a function that is not constant");
    return;
  }
  if (u->path.section) {
    unfold_error(u, "a thread is created inside an atomic section");
    return;
  }
  unsigned bound = creation_bound(u, start);
  if (bound) {
    flow_cut(u, bound, u->path.guard == VALUE_TRUE);
    return;
  }
  uint32_t *known = map_at(&u->turn.thread_by_key, key);
  if (!*known)
    *known = ++u->turn.threads_made;
  thread_id child = *known;
  if (u->turn.threads.n <= child)
    vec_resize(&u->turn.threads, child + 1);
  if (u->kept.most_threads < child)
    u->kept.most_threads = child;
  if (!u->turn.concurrent)
    memory_copy(&u->turn.at_first_create, &u->now.memory);
  u->turn.concurrent = true;
  happens_create(u, child);
  struct thread_state *state = &u->turn.threads.at[child];
  struct event *event = event_new(u, EVENT_CREATE);
  event->child = child;
  state->parent = u->now.thread;
  state->create = (event_id)(event - u->prog->events.at);
  state->key = key;
  state->start = body;
  state->arguments.n = 0;
  vec_push(&state->arguments, start);
  vec_push(&state->arguments, argument);
  memory_free(&state->memory);
  memory_copy(&state->memory, &u->now.memory);
  *call->out = v_const(u, u->prog->pointer_bits, child);
}

static void
do_join(struct unfold *u, const struct call *call)
{
  value_id thread = call_arg(u, call, 0), guard = u->path.guard, none = VALUE_TRUE;
  if (u->path.section) {
    unfold_error(u, "a thread is joined inside an atomic section");
    return;
  }
  struct value_set set = values_get(u->values, thread);
  bool exact = value_set_is_exact(set);
  uint32_t n = exact ? set.n : u->kept.most_threads + 1;
  for (uint32_t i = 0; i < n; i++) {
    uint64_t number = exact ? set.at[i] : i;
    if (number > u->kept.most_threads)
      continue;
    value_id match = value_eq(u->prog, thread, v_const(u, v_width(u, thread), number));
    value_id when = value_and(u->prog, guard, match);
    none = value_and(u->prog, none, value_not(u->prog, match));
    if (when == VALUE_FALSE)
      continue;
    struct event *event = event_new(u, EVENT_JOIN);
    event->guard = when;
    event->child = (thread_id)number;
    happens_join(u, (thread_id)number, when);
  }
  struct path before = path_enter(u, value_and(u->prog, guard, facts_strip(u, guard, none)));
  if (!path_is_stopped(u))
    event_violation(u, FAULT_LOCK, "a thread is joined that does not exist");
  path_go(u, before, none == VALUE_TRUE ? VALUE_FALSE : guard);
}

static void
do_self(struct unfold *u, const struct call *call)
{
  *call->out = v_const(u, u->prog->pointer_bits, u->now.thread);
}

static void
do_stop(struct unfold *u, const struct call *call)
{
  (void)call;
  if (u->path.section)
    unfold_error(u, "a thread ends inside an atomic section");
  life_thread_ends(u);
  path_stop(u);
}

static void
do_unwind(struct unfold *u, const struct call *call)
{
  (void)call;
  life_unwind(u);
}

static void
do_align(struct unfold *u, const struct call *call)
{
  uint64_t alignment;
  if (const_arg(u, call, 0, &alignment) && alignment)
    memory_align(u, alignment);
  else
    unfold_error(u, "memory of an alignment that is not constant");
}

/* The name of the library function that the user called. */
static const char *
library_name(const struct unfold *u)
{
  const struct frame *frame = u->now.frame;
  while (frame->caller && debug_in_model(u->prog, frame->call_place))
    frame = frame->caller;
  return arena_strdup(&u->prog->arena, frame->cfg->name);
}

static struct object
new_block(struct unfold *u)
{
  return (struct object){
    .kind = OBJECT_HEAP,
    .name = library_name(u),
    .thread = u->now.thread,
    .place = debug_user_place(u->prog, u->path.place),
  };
}

static uint64_t
key_of_block(const struct unfold *u, const struct call *call)
{
  return hash_mix(u->now.frame->context, (uint64_t)(uintptr_t)call->instruction);
}

static void
do_malloc(struct unfold *u, const struct call *call)
{
  uint64_t zeroed;
  if (!const_arg(u, call, 1, &zeroed)) {
    unfold_error(u, "__heddle_malloc of a kind that is not constant");
    return;
  }
  value_id size = value_resize(u->prog, call_arg(u, call, 0), u->prog->pointer_bits, false);
  *call->out = sized_object(u, key_of_block(u, call), new_block(u), size, zeroed != 0);
  memory_aligned(u);
}

static void
do_own(struct unfold *u, const struct call *call)
{
  struct object block = new_block(u);
  if (!const_arg(u, call, 0, &block.size)) {
    unfold_error(u, "__heddle_own of a size that is not constant");
    return;
  }
  object_id id = memory_object(u, key_of_block(u, call), block, NULL, true);
  *call->out = v_const(u, u->prog->pointer_bits, u->prog->objects.at[id].base);
}

static void
do_finish(struct unfold *u, const struct call *call)
{
  (void)call;
  life_end(u);
}

static void
do_free(struct unfold *u, const struct call *call)
{
  life_free(u, call_arg(u, call, 0));
}

static void
do_size(struct unfold *u, const struct call *call)
{
  *call->out = life_size(u, call_arg(u, call, 0));
}

static void
do_initialise(struct unfold *u, const struct call *call)
{
  value_id known = life_initialise(u, call_arg(u, call, 0));
  *call->out = value_resize(u->prog, known, result_width(u, call), false);
}

static void
do_nondet(struct unfold *u, const struct call *call)
{
  uint64_t bits;
  if (!const_arg(u, call, 0, &bits) || !bits || bits > 64) {
    unfold_error(u, "__heddle_nondet of a width that is not constant");
    return;
  }
  struct input input = {
    .kind = INPUT_NONDET, .width = (uint8_t)bits, .name = library_name(u), .place = u->path.place};
  value_id value = narrow_make(u, input, u->path.guard);
  *call->out = value_resize(u->prog, value, result_width(u, call), false);
}

/* ---- the table ---- */

#define ROW(name, word) {#name, do_##word},
static const struct {
  const char *name;
  void (*run)(struct unfold *u, const struct call *call);
} intrinsics[] = {INTRINSICS(ROW)};
#undef ROW

bool
intrinsic_run(struct unfold *u, const struct call *call)
{
  for (size_t i = 0; i < sizeof intrinsics / sizeof *intrinsics; i++)
    if (!strcmp(call->name, intrinsics[i].name)) {
      intrinsics[i].run(u, call);
      return true;
    }
  return false;
}
