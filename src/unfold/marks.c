/* Marks: where the program looks whether it is right.
 *
 * A verdict "no bug" says little if no run gets as far as an assertion. So each test that decides
 * whether an assertion fails leaves a MARK in the prog, whatever comes of the test; who wants to
 * know asks whether some run passes it (engine/reach.h). A test that is never unfolded leaves
 * none, hence the list of all tests in the functions that were entered.
 *
 * An assertion without a test, as assert(0), is there not to be reached. */
#include "unfold/marks.h"

#include <string.h>

#include "frontend/cfg.h"
#include "frontend/debug.h"
#include "frontend/module.h"
#include "instrument/points.h"
#include "unfold/event.h"
#include "unfold/flow.h"
#include "unfold/path.h"
#include "unfold/state.h"

/* Names of functions that fail an assertion, or are an error. */
static bool
is_failure(const char *name)
{
  return !strcmp(name, "__assert_fail") || !strcmp(name, "__assert_perror_fail") ||
         !strcmp(name, "__assert") || point_is_error(name);
}

/* Assertions that are functions, and test themselves. */
bool
mark_is_assertion(const char *name)
{
  static const char *const names[] = {"assert", "__VERIFIER_assert", "__CPROVER_assert",
                                      "__ESBMC_assert"};
  bool is = false;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    is |= !strcmp(name, names[i]);
  return is;
}

/* What else ends a program that has found a mistake. */
static bool
is_end(const char *name)
{
  return !strcmp(name, "abort") || !strcmp(name, "llvm.trap") || !strcmp(name, "llvm.debugtrap");
}

static const char *
callee_of(LLVMValueRef call)
{
  size_t length;
  LLVMValueRef callee = LLVMGetCalledValue(call);
  return LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &length) : "";
}

static bool
fails(LLVMBasicBlockRef block)
{
  if (!strcmp(LLVMGetBasicBlockName(block), "ERROR"))
    return true;
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
    if (LLVMIsACallInst(i) && is_failure(callee_of(i)))
      return true;
  return false;
}

static bool is_test(LLVMBasicBlockRef block, unsigned depth);

/* In assert(!(a && b)) the first operand may decide alone: it leads to where the second one leads if all
 * is well. */
static bool
is_operand(LLVMValueRef branch, unsigned depth)
{
  for (unsigned k = 0; k < 2; k++) {
    LLVMBasicBlockRef next = LLVMGetSuccessor(branch, k), other = LLVMGetSuccessor(branch, 1 - k);
    if (!is_test(next, depth))
      continue;
    LLVMValueRef last = LLVMGetBasicBlockTerminator(next);
    if (LLVMGetSuccessor(last, 0) == other || LLVMGetSuccessor(last, 1) == other)
      return true;
  }
  return false;
}

static bool
is_test(LLVMBasicBlockRef block, unsigned depth)
{
  LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
  if (!depth || !last || !LLVMIsABranchInst(last) || !LLVMIsConditional(last))
    return false;
  return fails(LLVMGetSuccessor(last, 0)) || fails(LLVMGetSuccessor(last, 1)) ||
         is_operand(last, depth - 1);
}

bool
mark_is_test(LLVMBasicBlockRef block)
{
  enum { OPERANDS = 8 };
  return is_test(block, OPERANDS);
}

void
mark_test(struct unfold *u)
{
  if (!path_is_stopped(u) && !debug_in_model(u->prog, u->path.place))
    event_new(u, EVENT_MARK);
}

/* ---- the whole program ---- */

static void
list_test(struct unfold *u, LLVMValueRef instruction)
{
  path_begin(u);
  place_id place = path_place(u, instruction);
  if (!debug_in_model(u->prog, place))
    vec_push(&u->prog->tests, place);
}

static void
list_tests(struct unfold *u, const struct cfg *cfg)
{
  struct frame frame = {.cfg = cfg};
  u->now.frame = &frame;
  for (size_t b = 0; b < cfg->blocks.n; b++) {
    LLVMBasicBlockRef block = cfg->blocks.at[b].block;
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
      if (LLVMIsACallInst(i) && mark_is_assertion(callee_of(i)))
        list_test(u, i);
    if (cfg->blocks.at[b].test)
      list_test(u, LLVMGetBasicBlockTerminator(block));
  }
  u->now.frame = NULL;
}

static bool
has_assertion(LLVMValueRef function)
{
  LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function);
  for (; block; block = LLVMGetNextBasicBlock(block)) {
    if (fails(block))
      return true;
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
      if (LLVMIsACallInst(i) && (is_end(callee_of(i)) || mark_is_assertion(callee_of(i))))
        return true;
  }
  return false;
}

void
mark_all(struct unfold *u)
{
  for (size_t i = 0; i < u->kept.cfgs.n; i++)
    if (!u->kept.cfgs.at[i]->model)
      list_tests(u, u->kept.cfgs.at[i]);
  u->prog->no_assertion = true;
  LLVMValueRef function = LLVMGetFirstFunction(u->module);
  for (; function && u->prog->no_assertion; function = LLVMGetNextFunction(function))
    u->prog->no_assertion = module_is_model(function) || !has_assertion(function);
}
