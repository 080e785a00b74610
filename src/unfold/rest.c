/* Threads that rest: wake-ups that change nothing.
 *
 *     while (!c)
 *       pthread_cond_wait(&condition, &mutex);
 *
 * A thread that has been woken for nothing (spuriously, or since its time is over) and goes back to
 * sleep at the same place might as well have slept on, if nobody can tell. So such runs are left
 * out, and what counts against the bound of the loop are the wake-ups by a signal. Those are not
 * left out: a signal that wakes a thread whose condition is false is lost for the others.
 *
 * A model says where a thread rests (__heddle_rest, at the start of the section in which it falls
 * asleep) and when it has been woken for nothing (__heddle_woken). Let a thread t fall asleep at s,
 * be woken for nothing at w, have its mutex back at m, look at its condition, and fall asleep
 * again at z. We show that the run without w .. z is a run too, with the same state behind z, if
 * (1) between m and z it does nothing but look, or puts back what was there in the step in which it
 *     has looked, which is a condition on values; and its own memory is at z as it was at s:
 *     whatever differs is written before it is read. That is decided here, as it is for waits
 *     (wait.c), and includes variables of all functions that are open and values that are computed
 *     already;
 * (2) what it has seen between m and z is what memory holds at z. That is looked at again in the
 *     section of z, and only if it is so the run is left out;
 * (3) nobody can find the mutex locked and do something else than wait for it (notice.c).
 * What others do between w and z can be done while t is asleep: let w, m and the looks come right
 * before z. To take the mutex back commutes with what others do, by (3); the looks do by (2). While
 * t is not among the sleepers, between w and z, a signal wakes another one, or nobody if t alone
 * was there. The other one can be woken as well if t is still there. And if it is nobody, let the
 * signal wake t: then t was not woken for nothing, the looks and z follow, and the state behind z
 * is the same. (A second signal in this time is lost in both runs.) That is a run with a wake-up by
 * a signal, which is not left out. A broadcast, likewise, may find t or not: if it does, it is what
 * wakes t. If there was no signal in this time, w .. z now changes nothing at all: left out.
 *
 * A signal that tells how many it has woken (a futex) tells of any number, from none on, if it has
 * woken all there were: they could have been awake already.
 *
 * So deadlocks are kept, since nobody is deadlocked between w and z, and so is everything that
 * goes wrong there, since the run is left out at z. And nothing is invented: runs are only left
 * out. */
#include "unfold/rest.h"

#include <stdlib.h>

#include "base/mutant.h"
#include "frontend/cfg.h"
#include "frontend/type.h"
#include "unfold/event.h"
#include "unfold/facts.h"
#include "unfold/flow.h"
#include "unfold/happens.h"
#include "unfold/memory.h"
#include "unfold/notice.h"
#include "unfold/path.h"
#include "unfold/pointer.h"
#include "unfold/state.h"
#include "unfold/wait.h"

/* ---- what a thread's own state is, but for memory that existed before the iteration ---- */

/* Beyond this many bytes and values it is not compared. */
enum { MAX_STATE = 2048 };

/* The number of a block, in the order in which blocks are run; 0 if it is never reached. */
static uint32_t
number_of(const struct cfg *cfg, LLVMBasicBlockRef block)
{
  const uint32_t *index = map_find(&cfg->block_index, (uint64_t)(uintptr_t)block);
  return index ? *index : 0;
}

/* A merged value is used where one leaves the block that it comes from. */
static bool
is_merged_behind(const struct cfg *cfg, LLVMValueRef value, LLVMValueRef phi, LLVMValueRef call)
{
  uint32_t here = number_of(cfg, LLVMGetInstructionParent(call));
  for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
    if (LLVMGetIncomingValue(phi, i) == value &&
        number_of(cfg, LLVMGetIncomingBlock(phi, i)) >= here)
      return true;
  return false;
}

/* Is the value used after `call`, in the same activation, before it is computed again? */
static bool
is_used_behind(const struct cfg *cfg, LLVMValueRef value, LLVMValueRef user, LLVMValueRef call)
{
  LLVMBasicBlockRef here = LLVMGetInstructionParent(call), there = LLVMGetInstructionParent(user);
  if (LLVMIsAPHINode(user))
    return is_merged_behind(cfg, value, user, call);
  if (here != there)
    return number_of(cfg, there) > number_of(cfg, here);
  for (LLVMValueRef i = LLVMGetNextInstruction(call); i; i = LLVMGetNextInstruction(i))
    if (i == user)
      return true;
  return false;
}

static void
save_value(struct rest *rest, const struct frame *frame, LLVMValueRef value, LLVMValueRef call)
{
  bool needed = false;
  uint32_t n = type_scalars(LLVMTypeOf(value));
  for (LLVMUseRef use = LLVMGetFirstUse(value); n && use && !needed; use = LLVMGetNextUse(use))
    needed = is_used_behind(frame->cfg, value, LLVMGetUser(use), call);
  const uint32_t *slot = map_find(&frame->cfg->slot_index, (uint64_t)(uintptr_t)value);
  for (uint32_t i = 0; needed && slot && i < n; i++)
    vec_push(&rest->state, ((struct byte){frame->slots[*slot - 1 + i], 0}));
}

static bool
has_constant_size(LLVMValueRef slot)
{
  return LLVMIsConstant(LLVMGetOperand(slot, 0));
}

/* What the function has computed and still needs, when it comes to `call`. Where its variables are
 * is no part of that: they are compared one by one, unless their sizes are computed. */
static void
save_values(struct rest *rest, const struct frame *frame, LLVMValueRef call)
{
  const struct cfg *cfg = frame->cfg;
  for (unsigned i = 0; i < LLVMCountParams(cfg->function); i++)
    save_value(rest, frame, LLVMGetParam(cfg->function, i), call);
  for (size_t b = 0; b < cfg->blocks.n; b++)
    for (LLVMValueRef i = LLVMGetFirstInstruction(cfg->blocks.at[b].block); i;
         i = LLVMGetNextInstruction(i))
      if (LLVMIsAAllocaInst(i))
        rest->too_much |= !has_constant_size(i);
      else if (i != call)
        save_value(rest, frame, i, call);
}

/* The variables of a function that the loop has called. */
static void
save_slots(struct unfold *u, struct rest *rest, const struct frame *frame)
{
  for (size_t i = 0; i < frame->slots_made.n; i++) {
    object_id object = frame->slots_made.at[i];
    uint64_t size = u->prog->objects.at[object].size;
    const struct page *page =
      object < u->now.memory.pages.n ? u->now.memory.pages.at[object] : NULL;
    if (rest->state.n + size > MAX_STATE ||
        memory_is_shared(u, (struct target){object, 0}, (uint32_t)size)) {
      rest->too_much = true;
      return;
    }
    for (uint64_t k = 0; k < size; k++)
      vec_push(&rest->state, page ? page->bytes[k] : ((struct byte){BYTE_UNSET, 0}));
  }
}

static void
save_state(struct unfold *u, struct rest *rest, LLVMValueRef call)
{
  rest->path = 0;
  for (const struct frame *f = u->now.frame; f; f = f->caller) {
    save_values(rest, f, call);
    rest->path = hash_mix(rest->path, (uint64_t)(uintptr_t)call);
    if (f == rest->since.frame)
      break;
    save_slots(u, rest, f);
    call = f->site;
  }
  rest->too_much |= rest->state.n > MAX_STATE;
}

static bool
is_same_state(struct unfold *u, const struct rest *a, const struct rest *b, value_id guard)
{
  if (a->too_much || b->too_much || a->state.n != b->state.n)
    return false;
  for (size_t i = 0; i < a->state.n; i++) {
    struct byte x = a->state.at[i], y = b->state.at[i];
    if (x.value == y.value && x.index == y.index)
      continue;
    if (x.value == BYTE_UNSET || y.value == BYTE_UNSET || x.index != y.index ||
        facts_simplify(u, guard, x.value) != facts_simplify(u, guard, y.value))
      return false;
  }
  return true;
}

/* ---- resting ---- */

static void
rest_free(struct rest *rest)
{
  vec_free(&rest->state);
}

void
rests_free(struct rest_list *rests)
{
  for (size_t i = 0; i < rests->all.n; i++)
    rest_free(&rests->all.at[i]);
  vec_free(&rests->all);
}

static struct rest *
find_rest(const struct rest_list *rests, uint64_t path)
{
  for (size_t i = 0; i < rests->all.n; i++)
    if (rests->all.at[i].path == path)
      return &rests->all.at[i];
  return NULL;
}

bool
rest_may_go_on(struct unfold *u, const struct rest_list *rests, value_id again)
{
  for (size_t i = 0; i < rests->all.n; i++) {
    value_id part = value_and(u->prog, again, rests->all.at[i].nothing);
    if (part != VALUE_FALSE && wait_is_idle(u, &rests->all.at[i].since, part) != VALUE_FALSE)
      return true;
  }
  return false;
}

/* May somebody tell that the thread has its lock back? There is none if it sleeps on a futex. */
static bool
may_be_told(struct unfold *u, value_id lock)
{
  uint64_t address;
  return !(value_is_const(u->prog, lock, &address) && !address) && notice_may_tell_any(u, lock);
}

/* Leaves out the runs in which the thread was woken for nothing and is back. */
static void
leave_out(struct unfold *u, const struct rest *before, const struct rest *now, value_id lock)
{
  value_id part = value_and(u->prog, u->path.guard, before->nothing);
  if (part == VALUE_FALSE || MUTANT(REST_COUNTED) || may_be_told(u, lock) ||
      !is_same_state(u, before, now, part))
    return;
  value_id idle = wait_is_idle(u, &before->since, part);
  if (idle == VALUE_FALSE || (MUTANT(REST_STORE_COUNTED) && idle != VALUE_TRUE))
    return;
  value_id same = idle;
  if (!MUTANT(REST_LOOKS_ONCE))
    same = value_and(u->prog, same, wait_sees_the_same(u, &before->since, part));
  if (same == VALUE_FALSE)
    return;
  happens_left_out(u);
  struct event *event = event_new(u, EVENT_ASSUME);
  event->guard = part;
  event->value = value_not(u->prog, same);
}

void
rest_begin(struct unfold *u, LLVMValueRef call, value_id lock)
{
  struct iteration *iteration = u->now.iteration;
  if (!iteration)
    return;
  struct rest rest = {.nothing = VALUE_FALSE, .since = *iteration};
  save_state(u, &rest, call);
  struct rest *before = find_rest(iteration->rests, rest.path);
  if (before)
    leave_out(u, before, &rest, lock);
  if (iteration->last) { /* what comes back here is beyond the bound */
    section_end(u);
    flow_cut_loop(u, iteration);
    rest_free(&rest);
    return;
  }
  rest.since.guard = u->path.guard;
  rest.since.first_log = u->now.log.n;
  if (before) {
    rest_free(before);
    *before = rest;
  } else {
    vec_push(&iteration->rests->all, rest);
  }
  iteration->resting = rest.path;
}

void
rest_end(struct unfold *u, value_id for_nothing)
{
  struct rest *rest =
    u->now.iteration ? find_rest(u->now.iteration->rests, u->now.iteration->resting) : NULL;
  if (!rest)
    return;
  rest->nothing = value_and(u->prog, u->path.guard, for_nothing);
  rest->since.first_event = (event_id)u->prog->events.n;
}
