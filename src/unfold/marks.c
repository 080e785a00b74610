/* Marks: where the program looks whether it is right.
 *
 * A verdict "no bug" says little if no run gets as far as an assertion. So each test that decides
 * whether an assertion fails leaves a MARK in the prog, whatever comes of the test; who wants to
 * know asks whether some run passes it (engine/reach.h). A test that is never unfolded leaves
 * none, hence the list of all tests in the functions that were entered.
 *
 * An assertion without a test, as assert(0), is there not to be reached. */
#include "unfold/marks.h"
#include "instrument/assertion.h"

#include <string.h>

#include "frontend/cfg.h"
#include "frontend/debug.h"
#include "frontend/module.h"
#include "unfold/event.h"
#include "unfold/flow.h"
#include "unfold/path.h"
#include "unfold/state.h"

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
      if (LLVMIsACallInst(i) && assertion_is_function(assertion_callee(i)))
        list_test(u, i);
    if (cfg->blocks.at[b].test)
      list_test(u, LLVMGetBasicBlockTerminator(block));
  }
  u->now.frame = NULL;
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
    u->prog->no_assertion = module_is_model(function) || !assertion_in(function);
}
