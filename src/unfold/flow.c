/* Control flow: blocks, branches, loops, calls.
 *
 * Blocks run in an order in which every edge but a back edge goes forward; a taken branch leaves
 * an edge (its guard, and the values of the target's phis) at its target, and a block begins by
 * merging the edges waiting there. A loop is run at its header, iteration after iteration, until
 * no edge comes back to the header with a guard other than false. Constants decide most guards, so
 * loops with constant trip counts end by themselves.
 *
 * Bounds. How often a loop runs is decided in bound.c. What a bound cuts off becomes a CUT event.
 *
 * Waits. An iteration that changes nothing if it goes round again is a wait (wait.c), and the loop
 * ends with it.
 *
 * Stuck runs. A run that meets a CUT, a BLOCK that never opens or a violation goes no further, so
 * what follows may be unfolded as if it did: guards need not exclude it. A block that ends in
 * `unreachable` is run at the branch that leads to it, and if it got stuck for certain, the other
 * way keeps the guard before the branch. What a loop's bound cut off is added to the guard of one
 * of the loop's exits. So neither assertions nor bounds make guards longer: after an if, a loop or
 * a call the guard is usually the one before it. */
#include "unfold/flow.h"
#include "instrument/assertion.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mutant.h"
#include "frontend/cfg.h"
#include "frontend/debug.h"
#include "frontend/frontend.h"
#include "frontend/type.h"
#include "unfold/bound.h"
#include "unfold/constant.h"
#include "unfold/effort.h"
#include "unfold/event.h"
#include "unfold/facts.h"
#include "unfold/id.h"
#include "unfold/instr.h"
#include "unfold/life.h"
#include "unfold/marks.h"
#include "unfold/memory.h"
#include "unfold/path.h"
#include "unfold/rest.h"
#include "unfold/state.h"
#include "unfold/wait.h"

enum { MAX_RECURSION = 1000 };

/* The run of one loop. */
struct loop_run {
  uint32_t loop;
  bool last;     /* only the test: going on into the body is cut */
  bool progress; /* an exit test came out on constants that changed */
  bool counted;  /* that was the test at the top of the loop */
  struct loop_bound bound;
  bool rests; /* nor that, but a thread that rests again is cut (rest.c) */
  struct rest_list all_rests;
  value_id stuck;      /* guard of runs that never leave the loop */
  struct map operands; /* exit test -> hash of its operands last time */
  struct loop_run *outer;
};

const struct cfg *
flow_cfg(struct unfold *u, LLVMValueRef function)
{
  uint32_t *slot = map_at(&u->kept.cfg_by_function, (uint64_t)(uintptr_t)function);
  if (!*slot) {
    struct cfg *cfg = cfg_new(function);
    for (size_t b = 0; b < cfg->blocks.n; b++)
      cfg->blocks.at[b].test = assertion_is_test(cfg->blocks.at[b].block);
    vec_push(&u->kept.cfgs, cfg);
    *slot = (uint32_t)u->kept.cfgs.n;
  }
  return u->kept.cfgs.at[*slot - 1];
}

/* ---- edges ---- */

static void
edges_free(edge_list *edges)
{
  for (size_t i = 0; i < edges->n; i++)
    vec_free(&edges->at[i].sets);
  edges->n = 0;
}

static void
set_phis(struct unfold *u, struct edge *edge, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
  const struct cfg *cfg = u->now.frame->cfg;
  for (LLVMValueRef phi = LLVMGetFirstInstruction(to); phi && LLVMIsAPHINode(phi);
       phi = LLVMGetNextInstruction(phi)) {
    uint32_t n = type_scalars(LLVMTypeOf(phi)), slot = cfg_slot(cfg, phi);
    value_id values[16];
    if (n > 16) {
      unfold_error(u, "a merged value of %u parts", n);
      return;
    }
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
      if (LLVMGetIncomingBlock(phi, i) == from) {
        operand(u, LLVMGetIncomingValue(phi, i), values);
        break;
      }
    for (uint32_t k = 0; k < n; k++)
      vec_push(&edge->sets, ((struct assignment){slot + k, values[k]}));
  }
}

static struct edge
make_edge(struct unfold *u, uint32_t from, uint32_t to, value_id guard)
{
  const struct cfg *cfg = u->now.frame->cfg;
  struct edge edge = {.path = u->path};
  edge.path.guard = guard;
  set_phis(u, &edge, cfg->blocks.at[from].block, cfg->blocks.at[to].block);
  for (size_t i = 0; i < cfg->escapes.n; i++) {
    const struct cfg_escape *escape = &cfg->escapes.at[i];
    if (!cfg_in_loop(cfg, from, escape->loop) || cfg_in_loop(cfg, to, escape->loop))
      continue;
    for (uint32_t k = 0; k < escape->n; k++) {
      uint32_t slot = escape->slot + k;
      vec_push(&edge.sets, ((struct assignment){slot, u->now.frame->slots[slot]}));
    }
  }
  return edge;
}

static value_id
merged_guard(struct unfold *u, const edge_list *edges)
{
  value_id guard = VALUE_FALSE;
  for (size_t i = edges->n; i-- > 0;)
    guard = value_or(u->prog, edges->at[i].path.guard, guard);
  return guard;
}

static const value_id *
find_set(const struct edge *edge, uint32_t slot)
{
  for (size_t i = 0; i < edge->sets.n; i++)
    if (edge->sets.at[i].slot == slot)
      return &edge->sets.at[i].value;
  return NULL;
}

static value_id
merged_value(struct unfold *u, const edge_list *edges, uint32_t slot, value_id guard)
{
  value_id result = BYTE_UNSET;
  for (size_t i = edges->n; i-- > 0;) {
    const value_id *value = find_set(&edges->at[i], slot);
    if (!value)
      continue;
    if (result == BYTE_UNSET || MUTANT(PHI_WRONG_EDGE))
      result = *value;
    else
      result = value_ite(u->prog, facts_strip(u, guard, edges->at[i].path.guard), *value, result);
  }
  return result;
}

/* Continues at the meeting point of the edges: guard, section, and assigned slots. */
static void
merge(struct unfold *u, edge_list *edges, value_id *slots)
{
  value_id guard = merged_guard(u, edges);
  for (size_t i = 0; i < edges->n; i++)
    for (size_t k = 0; k < edges->at[i].sets.n; k++) {
      uint32_t slot = edges->at[i].sets.at[k].slot;
      bool earlier = false;
      for (size_t j = 0; j < i && !earlier; j++)
        earlier = find_set(&edges->at[j], slot) != NULL;
      if (!earlier)
        slots[slot] = merged_value(u, edges, slot, guard);
    }
  struct path met = edges->n ? edges->at[0].path : u->path;
  met.place = u->path.place; /* until the first instruction says where we are */
  path_go(u, met, guard);
  for (size_t i = 1; i < edges->n; i++)
    if (edges->at[i].path.depth != u->path.depth ||
        (u->path.depth && edges->at[i].path.section != u->path.section)) {
      unfold_error(u, "this place is in an atomic section that not all paths to it entered at the "
                      "same point");
      break;
    }
  edges_free(edges);
}

/* ---- branches ---- */

static void run_instructions(struct unfold *u, uint32_t block, struct loop_run *run);

/* The loop of the prog that stands for it. If it is cut here and there, the fewest iterations
 * are what is covered. */
static uint32_t
cut_loop(struct unfold *u, place_id inner, unsigned iterations)
{
  struct prog *prog = u->prog;
  place_id place = debug_user_place(prog, inner);
  const struct place *here = &prog->places.at[place];
  const char *function = place == inner ? u->now.frame->cfg->name : here->function;
  for (uint32_t i = 0; i < prog->loops.n; i++) {
    const struct place *other = &prog->places.at[prog->loops.at[i].place];
    if (!prog->loops.at[i].sizes && other->line == here->line && !strcmp(other->file, here->file) &&
        !strcmp(prog->loops.at[i].function, function)) {
      if (iterations < prog->loops.at[i].bound)
        prog->loops.at[i].bound = iterations;
      return i;
    }
  }
  struct loop loop = {arena_strdup(&prog->arena, function), place, iterations, false};
  vec_push(&prog->loops, loop);
  return (uint32_t)prog->loops.n - 1;
}

/* Where the limit is ours, no rule moves it. */
static void
note_cut(struct unfold *u, uint32_t loop, const struct unwind_rule *rule)
{
  for (size_t i = 0; i < u->turn.cuts.all.n; i++) {
    struct unwind_cut *known = &u->turn.cuts.all.at[i];
    if (known->loop != loop || known->line != rule->line || strcmp(known->function, rule->function))
      continue;
    if (rule->bound < known->bound)
      known->bound = rule->bound;
    return;
  }
  struct unwind_cut cut = {rule->function, rule->line, rule->bound, loop,
                           u->now.frame && u->now.frame->cfg->model};
  vec_push(&u->turn.cuts.all, cut);
}

static void
cut(struct unfold *u, value_id guard, place_id place, const struct unwind_rule *rule,
    unsigned iterations)
{
  uint32_t loop = cut_loop(u, place, iterations);
  if (rule->function)
    note_cut(u, loop, rule);
  struct event *event = event_new(u, MUTANT(UNWIND_SILENT) ? EVENT_ASSUME : EVENT_CUT);
  event->guard = guard;
  event->loop = loop;
  event->place = place;
}

void
flow_cut(struct unfold *u, unsigned bound, bool is_ours)
{
  cut(u, u->path.guard, u->path.place, &(struct unwind_rule){is_ours ? NULL : "", 0, bound}, bound);
  path_stuck(u);
}

void
flow_cut_loop(struct unfold *u, const struct iteration *iteration)
{
  const struct cfg *cfg = iteration->frame->cfg;
  struct frame *frame = u->now.frame;
  u->now.frame = iteration->frame;
  LLVMBasicBlockRef header = cfg->blocks.at[cfg->loops.at[iteration->loop].header].block;
  struct unwind_rule rule = bound_cut(u, iteration->bound);
  cut(u, u->path.guard, path_place(u, LLVMGetFirstInstruction(header)), &rule, iteration->bound->n);
  u->now.frame = frame;
  path_stuck(u);
}

static void
add_stuck(struct unfold *u, struct loop_run *run, value_id guard)
{
  run->stuck = value_or(u->prog, run->stuck, guard);
}

/* The bound of the loop ends the runs that come here. */
static void
cut_run(struct unfold *u, struct loop_run *run, value_id guard, place_id place)
{
  struct unwind_rule rule = bound_cut(u, &run->bound);
  cut(u, guard, place, &rule, run->bound.n);
  add_stuck(u, run, guard);
}

/* Adds the stuck runs to the exit edge whose guard becomes simplest by it: the smallest id is the
 * oldest guard. */
static void
release_stuck(struct unfold *u, const struct loop_run *run)
{
  const struct cfg *cfg = u->now.frame->cfg;
  struct edge *best = NULL;
  value_id guard = BYTE_UNSET;
  if (run->stuck == VALUE_FALSE)
    return;
  for (uint32_t b = 0; b < cfg->blocks.n; b++) {
    edge_list *in = &u->now.frame->in[b];
    for (size_t i = 0; i < in->n && !cfg_in_loop(cfg, b, run->loop); i++) {
      value_id wider = value_or(u->prog, in->at[i].path.guard, run->stuck);
      if (wider < guard) {
        guard = wider;
        best = &in->at[i];
      }
    }
  }
  if (best)
    best->path.guard = guard;
}

/* Does the loop test before its body? Otherwise (do, for (;;), goto) the header is the body. */
static bool
tests_first(struct unfold *u, uint32_t loop)
{
  return u->now.frame->cfg->loops.at[loop].body != NO_BLOCK;
}

static bool
is_last_entry(struct unfold *u, uint32_t to, const struct loop_run *run)
{
  return run && run->last && !run->rests && to == u->now.frame->cfg->loops.at[run->loop].body;
}

/* Runs a block without successors right away. True if everybody got stuck there. */
static bool
run_dead_end(struct unfold *u, uint32_t from, uint32_t to, value_id guard, struct loop_run *run)
{
  value_id saved = u->now.stuck;
  struct path before = u->path;
  struct edge edge = make_edge(u, from, to, guard);
  for (size_t i = 0; i < edge.sets.n; i++)
    u->now.frame->slots[edge.sets.at[i].slot] = edge.sets.at[i].value;
  vec_free(&edge.sets);
  path_go(u, before, guard);
  u->now.stuck = VALUE_FALSE;
  uint64_t context = u->now.frame->context; /* each run of the block has objects of its own */
  u->now.frame->context = hash_mix(context, from);
  run_instructions(u, to, run);
  u->now.frame->context = context;
  bool stuck = u->now.stuck == guard && guard != VALUE_FALSE;
  u->now.stuck = stuck ? guard : saved;
  before.place = u->path.place; /* what an iteration ends with is where it came to last */
  path_go(u, before, guard);
  return stuck;
}

static void
go(struct unfold *u, uint32_t from, uint32_t to, value_id guard, struct loop_run *run)
{
  const struct cfg *cfg = u->now.frame->cfg;
  if (guard == VALUE_FALSE)
    return;
  if (is_last_entry(u, to, run)) {
    cut_run(u, run, guard, u->path.place);
    return;
  }
  if (cfg->blocks.at[to].dead_end) {
    run_dead_end(u, from, to, guard, run);
    return;
  }
  struct edge edge = make_edge(u, from, to, guard);
  vec_push(&u->now.frame->in[to], edge);
}

/* Does going from `from` to `to` leave the loop, possibly through the phi of && or ||? */
static bool
leaves(const struct cfg *cfg, uint32_t from, uint32_t to, uint32_t loop)
{
  if (!cfg_in_loop(cfg, to, loop))
    return !cfg->blocks.at[to].fatal; /* a failing assertion is no way out */
  LLVMValueRef last = LLVMGetBasicBlockTerminator(cfg->blocks.at[to].block);
  if (!last || !LLVMIsABranchInst(last) || !LLVMIsConditional(last))
    return false;
  LLVMValueRef phi = LLVMGetCondition(last);
  if (!LLVMIsAPHINode(phi) || LLVMGetInstructionParent(phi) != cfg->blocks.at[to].block)
    return false;
  for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
    LLVMValueRef value = LLVMGetIncomingValue(phi, i);
    if (LLVMGetIncomingBlock(phi, i) != cfg->blocks.at[from].block || !LLVMIsAConstantInt(value))
      continue;
    unsigned way = LLVMConstIntGetZExtValue(value) ? 0 : 1;
    return !cfg_in_loop(cfg, cfg_block_index(cfg, LLVMGetSuccessor(last, way)), loop);
  }
  return false;
}

/* Is the operand constant? Adds it to the hash. */
static bool
constant_now(struct unfold *u, LLVMValueRef instruction, unsigned i, uint64_t *hash)
{
  LLVMValueRef value = LLVMGetOperand(instruction, i);
  value_id scalars[2];
  uint32_t n = type_scalars(LLVMTypeOf(value));
  if (!n || n > 2)
    return false;
  operand(u, value, scalars);
  for (uint32_t k = 0; k < n; k++) {
    uint64_t bits;
    if (!value_is_const(u->prog, facts_simplify(u, u->path.guard, scalars[k]), &bits))
      return false;
    *hash = hash_mix(*hash, bits);
  }
  return true;
}

/* An exit test with a constant outcome on constant operands that changed since the last iteration
 * means that the program itself is counting. */
static void
watch_test(struct unfold *u, LLVMValueRef branch, uint32_t block, struct loop_run *run)
{
  const struct cfg *cfg = u->now.frame->cfg;
  LLVMValueRef test = LLVMGetCondition(branch);
  if (!run || !LLVMIsAICmpInst(test))
    return;
  uint32_t yes = cfg_block_index(cfg, LLVMGetSuccessor(branch, 0));
  uint32_t no = cfg_block_index(cfg, LLVMGetSuccessor(branch, 1));
  uint64_t hash = 0;
  if (!constant_now(u, test, 0, &hash) || !constant_now(u, test, 1, &hash))
    return;
  uint32_t now = (uint32_t)hash | 1; /* 0 is "never seen" */
  for (; run; run = run->outer) {
    if (!leaves(cfg, block, yes, run->loop) && !leaves(cfg, block, no, run->loop))
      continue;
    uint32_t *before = map_at(&run->operands, (uint64_t)(uintptr_t)branch);
    if (*before != now) {
      run->progress = true;
      run->counted |= block == cfg->loops.at[run->loop].header && tests_first(u, run->loop);
    }
    *before = now;
  }
}

static void
run_conditional(struct unfold *u, LLVMValueRef branch, uint32_t block, struct loop_run *run)
{
  const struct cfg *cfg = u->now.frame->cfg;
  value_id guard = u->path.guard;
  if (cfg->blocks.at[block].test)
    mark_test(u);
  value_id test = facts_simplify(u, guard, operand1(u, LLVMGetCondition(branch)));
  test = facts_strip(u, guard, test);
  if (test == VALUE_TRUE || test == VALUE_FALSE)
    watch_test(u, branch, block, run);
  uint32_t to[2];
  value_id way[2] = {value_and(u->prog, guard, test),
                     value_and(u->prog, guard, value_not(u->prog, test))};
  for (int i = 0; i < 2; i++)
    to[i] = cfg_block_index(cfg, LLVMGetSuccessor(branch, (unsigned)i));
  if (to[0] == to[1]) {
    go(u, block, to[0], guard, run);
    return;
  }
  /* Dead ends first: their events must precede those of the other way. */
  for (int i = 0; i < 2; i++)
    if (cfg->blocks.at[to[i]].dead_end && way[i] != VALUE_FALSE) {
      bool stuck = run_dead_end(u, block, to[i], way[i], run);
      way[i] = VALUE_FALSE;
      if (stuck && way[1 - i] != VALUE_FALSE)
        way[1 - i] = guard;
    }
  for (int i = 0; i < 2; i++) {
    path_enter(u, way[i]);
    go(u, block, to[i], way[i], run);
  }
}

static value_id
is_case(struct unfold *u, value_id guard, LLVMValueRef subject, LLVMValueRef label)
{
  value_id a[2], b[2], result = VALUE_TRUE;
  uint32_t n = type_scalars(LLVMTypeOf(subject));
  if (!n || n > 2) {
    unfold_error(u, "a value of a type that is not supported");
    return VALUE_FALSE;
  }
  operand(u, subject, a);
  operand(u, label, b);
  for (uint32_t k = 0; k < n; k++)
    result = value_and(u->prog, result, value_eq(u->prog, facts_simplify(u, guard, a[k]), b[k]));
  return result;
}

static void
run_switch(struct unfold *u, LLVMValueRef instruction, uint32_t block, struct loop_run *run)
{
  const struct cfg *cfg = u->now.frame->cfg;
  value_id guard = u->path.guard, other = guard;
  LLVMValueRef subject = LLVMGetOperand(instruction, 0);
  id_look(u, subject);
  for (unsigned i = 2; i + 1 < (unsigned)LLVMGetNumOperands(instruction); i += 2) {
    value_id match = is_case(u, guard, subject, LLVMGetOperand(instruction, i));
    LLVMBasicBlockRef target = LLVMValueAsBasicBlock(LLVMGetOperand(instruction, i + 1));
    go(u, block, cfg_block_index(cfg, target), value_and(u->prog, guard, match), run);
    other = value_and(u->prog, other, value_not(u->prog, match));
  }
  go(u, block, cfg_block_index(cfg, LLVMGetSwitchDefaultDest(instruction)), other, run);
}

/* goto *: to the label whose address it is. */
static void
run_indirect(struct unfold *u, LLVMValueRef jump, uint32_t block, struct loop_run *run)
{
  value_id guard = u->path.guard, none = guard;
  value_id address = facts_simplify(u, guard, operand1(u, LLVMGetOperand(jump, 0)));
  for (unsigned i = 0; i < LLVMGetNumSuccessors(jump); i++) {
    LLVMBasicBlockRef target = LLVMGetSuccessor(jump, i);
    value_id match = value_eq(u->prog, address, constant_label(u, target));
    value_id way = value_and(u->prog, none, match); /* a label may be named twice */
    none = value_and(u->prog, none, value_not(u->prog, match));
    go(u, block, cfg_block_index(u->now.frame->cfg, target), way, run);
  }
  path_enter(u, none);
  if (!path_is_stopped(u))
    event_violation(u, FAULT_MEMORY, "jump to an address that is not a label of this function");
}

static void
run_return(struct unfold *u, LLVMValueRef instruction)
{
  struct edge edge = {.path = u->path};
  if (LLVMGetNumOperands(instruction)) {
    LLVMValueRef value = LLVMGetOperand(instruction, 0);
    uint32_t n = type_scalars(LLVMTypeOf(value));
    value_id *values = mem_alloc((n + 1) * sizeof *values);
    operand(u, value, values);
    id_return(u, value);
    for (uint32_t k = 0; k < n; k++)
      vec_push(&edge.sets, ((struct assignment){k, facts_simplify(u, u->path.guard, values[k])}));
    free(values);
  }
  vec_push(&u->now.frame->returns, edge);
}

/* What never returns has stopped the run: to come here is a mistake of the program. */
static void
run_unreachable(struct unfold *u, LLVMValueRef last)
{
  LLVMValueRef before = LLVMGetPreviousInstruction(last);
  bool call = before && LLVMIsACallInst(before);
  event_violation(u, FAULT_ERROR,
                  call ? "a function that must not return has returned"
                       : "__builtin_unreachable() is reached");
}

static void
run_terminator(struct unfold *u, LLVMValueRef last, uint32_t block, struct loop_run *run)
{
  const struct cfg *cfg = u->now.frame->cfg;
  switch (LLVMGetInstructionOpcode(last)) {
  case LLVMRet:
    run_return(u, last);
    break;
  case LLVMBr:
    if (LLVMIsConditional(last))
      run_conditional(u, last, block, run);
    else
      go(u, block, cfg_block_index(cfg, LLVMGetSuccessor(last, 0)), u->path.guard, run);
    break;
  case LLVMSwitch:
    run_switch(u, last, block, run);
    break;
  case LLVMUnreachable:
    run_unreachable(u, last);
    break;
  case LLVMIndirectBr:
    run_indirect(u, last, block, run);
    break;
  default:
    unfold_error(u, "a jump of a kind that is not supported");
  }
  path_stop(u);
}

/* ---- blocks ---- */

/* Ends an unfolding that takes too long. */
static void
count_work(struct unfold *u)
{
  if (++u->turn.work > MAX_WORK)
    unfold_error(u, "the program is too large to unfold (%d instructions)", MAX_WORK);
  if (u->turn.work % 4096 == 0) {
    effort_sample(u);
    u->kept.stopped |= u->options->stop && u->options->stop(u->options->argument);
  }
  if (u->kept.stopped)
    path_stop(u);
}

static void
run_instructions(struct unfold *u, uint32_t block, struct loop_run *run)
{
  LLVMBasicBlockRef at = u->now.frame->cfg->blocks.at[block].block;
  LLVMValueRef last = LLVMGetBasicBlockTerminator(at);
  LLVMValueRef i = LLVMGetFirstInstruction(at);
  while (LLVMIsAPHINode(i))
    i = LLVMGetNextInstruction(i);
  path_at(u, i);
  if (!u->options->only_calls && !strcmp(LLVMGetBasicBlockName(at), "ERROR"))
    event_violation(u, FAULT_ERROR, "label ERROR is reached");
  for (; i != last && !path_is_stopped(u); i = LLVMGetNextInstruction(i)) {
    path_at(u, i);
    life_scope(u, i);
    instr_run(u, i);
    count_work(u);
  }
  if (path_is_stopped(u))
    return;
  path_at(u, last);
  life_scope(u, last);
  run_terminator(u, last, block, run);
}

static void run_loop(struct unfold *u, uint32_t loop, struct loop_run *outer);

/* All blocks of a loop, or of the function, once; inner loops are run at their headers. */
static void
run_region(struct unfold *u, uint32_t loop, struct loop_run *run)
{
  const struct cfg *cfg = u->now.frame->cfg;
  uint32_t first = loop == NO_LOOP ? 0 : cfg->loops.at[loop].header;
  for (uint32_t b = first; b < cfg->blocks.n; b++) {
    if (!u->now.frame->in[b].n)
      continue;
    uint32_t inner = cfg->blocks.at[b].loop;
    if (inner == loop) {
      merge(u, &u->now.frame->in[b], u->now.frame->slots);
      if (!path_is_stopped(u))
        run_instructions(u, b, run);
    } else if (inner != NO_LOOP && cfg->loops.at[inner].header == b &&
               cfg->loops.at[inner].parent == loop) {
      run_loop(u, inner, run);
    }
  }
}

/* ---- loops ---- */

/* To go round again because of a spurious failure alone, with everything as it was, is as good as
 * if it had not failed. Such rounds are left out. */
static void
drop_spurious(struct unfold *u, struct loop_run *run, const struct iteration *iteration,
              edge_list *back)
{
  for (size_t i = iteration->first_spurious; i < u->now.spurious.n; i++) {
    value_id part = value_and(u->prog, merged_guard(u, back), u->now.spurious.at[i]);
    if (part == VALUE_FALSE || facts_truth(u, iteration->guard, part) ||
        wait_condition(u, iteration, back, part) != VALUE_TRUE)
      continue;
    struct event *event = event_new(u, EVENT_ASSUME);
    event->guard = part;
    event->value = VALUE_FALSE;
    add_stuck(u, run, part);
    for (size_t k = 0; k < back->n; k++)
      back->at[k].path.guard = value_and(u->prog, back->at[k].path.guard, value_not(u->prog, part));
  }
}

/* What others can tell of an iteration; no input had a part in a quiet one. */
static enum iteration_kind
kind_of_events(const struct unfold *u, const struct iteration *iteration)
{
  enum iteration_kind kind = ITERATION_QUIET;
  for (size_t i = iteration->first_event; i < u->prog->events.n; i++) {
    enum event_kind event = u->prog->events.at[i].kind;
    if (event == EVENT_CREATE)
      return ITERATION_CREATING;
    if (!event_is_silent(event))
      kind = ITERATION_EVENTFUL;
  }
  return u->prog->inputs.n == iteration->first_input ? kind : ITERATION_EVENTFUL;
}

/* Did constants decide that the loop goes round again? */
static enum iteration_kind
kind_of(struct unfold *u, const struct loop_run *run, const struct iteration *iteration,
        value_id again)
{
  if (facts_truth(u, iteration->guard, again) <= 0)
    return run->counted ? ITERATION_BROKEN : ITERATION_OPEN;
  enum iteration_kind kind = kind_of_events(u, iteration);
  if (run->progress)
    return kind;
  return kind == ITERATION_QUIET ? ITERATION_STILL : ITERATION_OPEN;
}

/* Does the program mean the loop to be left? One that is not goes round on purpose. A failing
 * assertion in it is no way out, but if the test at its top says so, that is meant. */
static bool
is_to_be_left(struct unfold *u, uint32_t loop)
{
  const struct cfg *cfg = u->now.frame->cfg;
  for (uint32_t b = 0; b < cfg->blocks.n; b++) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(cfg->blocks.at[b].block);
    bool top = b == cfg->loops.at[loop].header && tests_first(u, loop);
    for (unsigned i = 0; cfg_in_loop(cfg, b, loop) && i < LLVMGetNumSuccessors(last); i++) {
      uint32_t to = cfg_block_index(cfg, LLVMGetSuccessor(last, i));
      if (leaves(cfg, b, to, loop) || (top && !cfg_in_loop(cfg, to, loop)))
        return true;
    }
  }
  return false;
}

/* As far as going round again changes nothing, it is a wait, and goes no further. */
static void
wait_instead(struct unfold *u, struct loop_run *run, const struct iteration *iteration,
             edge_list *back)
{
  value_id again = merged_guard(u, back);
  if (again == VALUE_FALSE)
    return;
  value_id nothing = wait_condition(u, iteration, back, again);
  if (nothing == VALUE_FALSE)
    return;
  value_id part = value_and(u->prog, again, nothing), other = value_not(u->prog, nothing);
  bool certain = facts_truth(u, iteration->guard, again) > 0;
  wait_here(u, iteration, part, certain && !is_to_be_left(u, run->loop));
  add_stuck(u, run, part);
  for (size_t i = 0; i < back->n; i++)
    back->at[i].path.guard = value_and(u->prog, back->at[i].path.guard, other);
}

/* Runs one iteration; false if the loop is over. */
static bool
run_iteration(struct unfold *u, struct loop_run *run)
{
  const struct cfg *cfg = u->now.frame->cfg;
  uint32_t header = cfg->loops.at[run->loop].header;
  edge_list *in = &u->now.frame->in[header];
  value_id guard = merged_guard(u, in);
  if (guard == VALUE_FALSE)
    return false;
  run->last = bound_is_reached(&run->bound);
  if (run->last && !run->rests && !tests_first(u, run->loop)) {
    LLVMBasicBlockRef at = cfg->blocks.at[header].block;
    cut_run(u, run, guard, path_place(u, LLVMGetFirstInstruction(at)));
    return false;
  }
  run->progress = run->counted = false;
  struct iteration iteration = {run->loop,
                                (event_id)u->prog->events.n,
                                u->prog->inputs.n,
                                u->now.log.n,
                                u->now.spurious.n,
                                u->turn.accesses + 1,
                                guard,
                                (value_id)u->prog->values.n,
                                u->now.frame,
                                &run->all_rests,
                                0,
                                &run->bound,
                                run->last,
                                u->now.iteration};
  u->turn.accesses++;
  u->now.logging++;
  u->now.iteration = &iteration;
  run_region(u, run->loop, run);
  assert(u->now.iteration == &iteration && u->now.logging); /* inner loops are over */
  u->now.iteration = iteration.outer;
  u->now.logging--;
  drop_spurious(u, run, &iteration, in);
  wait_instead(u, run, &iteration, in);
  value_id again = merged_guard(u, in);
  bool more = again != VALUE_FALSE;
  if (more && run->last) { /* it came round without entering the body, by a jump */
    cut_run(u, run, again, u->path.place);
    more = false;
  }
  if (more)
    bound_count(u, &run->bound, kind_of(u, run, &iteration, again));
  run->rests = more && rest_may_go_on(u, &run->all_rests, again);
  return more;
}

static void
run_loop(struct unfold *u, uint32_t loop, struct loop_run *outer)
{
  struct frame *frame = u->now.frame;
  const struct cfg_loop *shape = &frame->cfg->loops.at[loop];
  struct loop_run run = {.loop = loop, .stuck = VALUE_FALSE, .outer = outer};
  bound_begin(u, &run.bound, frame->cfg, loop);
  u->now.loop = &run.bound;
  uint64_t context = frame->context;
  for (uint64_t n = 0;; n++) {
    frame->context = hash_mix(context, (uint64_t)loop << 32 | n);
    if (!run_iteration(u, &run))
      break;
  }
  assert(u->now.loop == &run.bound);
  u->now.loop = run.bound.outer;
  edges_free(&frame->in[shape->header]);
  release_stuck(u, &run);
  frame->context = context;
  if (!u->now.logging)
    u->now.log.n = u->now.spurious.n = 0;
  map_free(&run.operands);
  rests_free(&run.all_rests);
}

/* ---- calls ---- */

static void
open_frame(struct unfold *u, struct frame *frame, LLVMValueRef function)
{
  frame->cfg = flow_cfg(u, function);
  frame->caller = u->now.frame;
  frame->call_place = u->now.frame ? u->path.place : 0;
  frame->site = u->now.frame ? u->now.site : NULL;
  frame->slots = mem_alloc((frame->cfg->slots + 1) * sizeof *frame->slots);
  frame->in = mem_alloc(frame->cfg->blocks.n * sizeof *frame->in);
  frame->entry_guard = u->path.guard;
  frame->unnamed = u->now.unnamed;
  u->now.unnamed = VALUE_FALSE;
  uint64_t path = u->now.frame ? hash_mix(u->now.frame->context, (uint64_t)(uintptr_t)u->now.site)
                               : u->turn.threads.at[u->now.thread].key;
  frame->context = hash_mix(path, (uint64_t)(uintptr_t)function);
  frame->undecided = frame->same = 1;
  for (struct frame *f = u->now.frame; f; f = f->caller)
    if (f->cfg == frame->cfg) {
      bool decided = facts_truth(u, f->entry_guard, u->path.guard) > 0;
      frame->same = f->same + 1;
      frame->undecided = f->undecided + !decided;
      break;
    }
}

static void
close_frame(struct frame *frame)
{
  for (size_t b = 0; b < frame->cfg->blocks.n; b++) {
    assert(!frame->in[b].n); /* every edge has been followed */
    vec_free(&frame->in[b]);
  }
  edges_free(&frame->returns);
  vec_free(&frame->returns);
  vec_free(&frame->slots_made);
  free(frame->in);
  free(frame->slots);
}

static void
run_frame(struct unfold *u, struct frame *frame, value_id *out)
{
  struct path before = u->path;
  struct edge start = {.path = before};
  u->now.frame = frame;
  vec_push(&frame->in[0], start);
  run_region(u, NO_LOOP, NULL);
  assert(u->now.frame == frame); /* calls return, also if nobody goes on */
  u->now.frame = frame->caller;
  path_go(u, before, VALUE_FALSE); /* should nobody return */
  merge(u, &frame->returns, out);
  life_return(u, frame);
}

void
flow_call(struct unfold *u, LLVMValueRef function, const value_id *arguments, size_t n,
          value_id *out)
{
  struct frame frame = {0};
  open_frame(u, &frame, function);
  value_id ignored[64];
  size_t parameters = 0;
  for (unsigned i = 0; i < LLVMCountParams(function); i++)
    parameters += type_scalars(LLVMTypeOf(LLVMGetParam(function, i)));
  unsigned bound = bound_of_recursion(u, frame.cfg);
  if (n < parameters) {
    unfold_error(u, "%s is called with too few arguments", frame.cfg->name);
  } else if (frame.cfg->irreducible) {
    u->now.frame = &frame;
    path_at(u, frame.cfg->irreducible);
    unfold_error(u, "a jump into the middle of a loop is not supported");
    u->now.frame = frame.caller;
  } else if (frame.undecided > bound || frame.same > MAX_RECURSION) {
    u->now.frame = &frame; /* so that the cut names the function */
    bool ours = frame.undecided <= bound;
    unsigned most = ours ? MAX_RECURSION : bound;
    cut(u, u->path.guard, u->path.place,
        &(struct unwind_rule){ours ? NULL : frame.cfg->name, 0, most}, most);
    u->now.frame = frame.caller;
    path_stuck(u);
  } else {
    if (parameters)
      memcpy(frame.slots, arguments, parameters * sizeof *arguments);
    run_frame(u, &frame, out ? out : ignored);
  }
  close_frame(&frame);
}
