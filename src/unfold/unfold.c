/* Unfolding: the turns.
 *
 * A turn unfolds main and then each thread in the order of their creation, under a guess: which
 * bytes are shared, and what the shared cells can hold. After the turn we look at what the threads
 * did. If two of them may touch a byte that was taken to be private, or a store puts something new
 * into a cell, the guess grows and the next turn begins.
 *
 * Why the last turn is right: take any run of the program within the bounds and its first step
 * that the last turn's prog does not have. Up to there the prog describes the run exactly, so the
 * step's address and value are among those the turn considered - the turn contains it as an
 * access, and found that the guess covers it. So there is no such step. Guesses only grow, objects
 * and cell contents are finitely many (a set that gets too large becomes "anything"), hence the
 * turns come to an end.
 *
 * Errors count only in the last turn: an earlier one may follow pointers that are still too few. */
#define _XOPEN_SOURCE 700
#include "unfold/unfold.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mutant.h"
#include "base/str.h"
#include "frontend/cfg.h"
#include "frontend/debug.h"
#include "frontend/frontend.h"
#include "frontend/module.h"
#include "instrument/instrument.h"
#include "unfold/address.h"
#include "unfold/bound.h"
#include "unfold/entry.h"
#include "unfold/event.h"
#include "unfold/facts.h"
#include "unfold/flow.h"
#include "unfold/happens.h"
#include "unfold/life.h"
#include "unfold/marks.h"
#include "unfold/memory.h"
#include "unfold/notice.h"
#include "unfold/path.h"
#include "unfold/state.h"
#include "unfold/unseen.h"

/* Numbers that programs compute with should not look like addresses: an offset or a size that is
 * added to an unknown pointer is not to be taken for the pointer (pointer.c, analysis/values.c). So
 * addresses begin at one that is neither small nor round. */
enum { MAX_TURNS = 200 };

/* ---- what everybody may say ---- */

void
unfold_configured(struct unfold *u, enum configuration configuration)
{
  if (!MUTANT(CONFIGURATION_UNSAID))
    u->prog->configured |= 1u << configuration;
}

void
unfold_assumed(struct unfold *u, const char *text)
{
  for (size_t i = 0; i < u->prog->assumed.n; i++)
    if (!strcmp(u->prog->assumed.at[i], text))
      return;
  vec_push(&u->prog->assumed, text);
}

/* Messages name the user's place: the call that led into a model. */
void
unfold_error(struct unfold *u, const char *format, ...)
{
  struct str text = {0};
  va_list args;
  va_start(args, format);
  str_vprintf(&text, format, args);
  va_end(args);
  place_id place = debug_user_place(u->prog, u->path.place);
  const struct place *at = &u->prog->places.at[place];
  diag_at(u->diags, DIAG_ERROR, place ? at->file : NULL, at->line, at->column, "%s",
          str_text(&text));
  str_free(&text);
  path_stop(u);
}

/* ---- one turn ---- */

/* A new prog that keeps what has identity from turn to turn. */
static void
renew_prog(struct unfold *u)
{
  struct prog *old = u->prog, *new = prog_new();
  if (old) {
    vec_free(&new->types);
    vec_free(&new->objects);
    vec_free(&new->places);
    arena_free(&new->arena);
    new->arena = old->arena;
    memcpy(&new->types, &old->types, sizeof new->types);
    memcpy(&new->members, &old->members, sizeof new->members);
    memcpy(&new->objects, &old->objects, sizeof new->objects);
    memcpy(&new->places, &old->places, sizeof new->places);
    memset(&old->arena, 0, sizeof old->arena);
    memset(&old->types, 0, sizeof old->types);
    memset(&old->members, 0, sizeof old->members);
    memset(&old->objects, 0, sizeof old->objects);
    memset(&old->places, 0, sizeof old->places);
    prog_free(old);
  }
  new->pointer_bits = (uint8_t)(8 * LLVMPointerSize(u->layout));
  u->prog = u->debug.prog = new;
}

static void
free_turn(struct unfold *u)
{
  for (size_t i = 0; i < u->turn.threads.n; i++) {
    vec_free(&u->turn.threads.at[i].arguments);
    memory_free(&u->turn.threads.at[i].memory);
  }
  vec_free(&u->turn.threads);
  map_free(&u->turn.thread_by_key);
  vec_free(&u->turn.uses);
  vec_free(&u->turn.unnoticed);
  vec_free(&u->turn.unseen);
  vec_free(&u->turn.narrow);
  map_free(&u->turn.use_by_key);
  map_free(&u->turn.unset_inputs);
  map_free(&u->turn.missing);
  memory_free(&u->turn.at_first_create);
  vec_free(&u->turn.numbers);
  values_free(u->values);
  u->values = NULL;
  vec_free(&u->turn.cuts.all);
  u->turn = (struct turn){.heap = {.allocator = NOBODY}};
}

static void
begin_turn(struct unfold *u)
{
  free_turn(u);
  renew_prog(u);
  u->values = values_new(u->prog, u->kept.contents);
  facts_begin(&u->facts);
  for (size_t i = 0; i < u->kept.known.n; i++) {
    struct known_object *known = &u->kept.known.at[i];
    known->birth = 0;
    known->birth_guard = VALUE_TRUE;
    known->closed = known->outside = false;
    known->again = 0;
    known->over = known->over_at = 0;
    known->lies = 0;
    known->looks = false;
  }
}

static const char *
thread_name(struct unfold *u, thread_id thread)
{
  uint64_t address;
  size_t length;
  if (!thread)
    return arena_strdup(&u->prog->arena, LLVMGetValueName2(u->turn.threads.at[0].start, &length));
  const struct thread_state *state = &u->turn.threads.at[thread];
  object_id object = 0;
  if (value_is_const(u->prog, state->arguments.at[0], &address))
    object = memory_find(u, address);
  return object ? u->prog->objects.at[object].name : "thread";
}

/* ---- functions that run before main ---- */

/* The entry of llvm.global_ctors with the n-th lowest priority, in the order of the file among
 * equals; NULL if there are fewer. */
static LLVMValueRef
constructor(LLVMValueRef list, unsigned n)
{
  unsigned count = (unsigned)LLVMGetArrayLength2(LLVMTypeOf(list));
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef entry = LLVMGetAggregateElement(list, i);
    uint64_t priority = LLVMConstIntGetZExtValue(LLVMGetAggregateElement(entry, 0));
    unsigned before = 0;
    for (unsigned k = 0; k < count; k++) {
      LLVMValueRef other = LLVMGetAggregateElement(LLVMGetAggregateElement(list, k), 0);
      uint64_t its = LLVMConstIntGetZExtValue(other);
      before += its < priority || (its == priority && k < i);
    }
    if (before == n)
      return LLVMGetAggregateElement(entry, 1);
  }
  return NULL;
}

static void
run_constructors(struct unfold *u)
{
  LLVMValueRef variable = LLVMGetNamedGlobal(u->module, "llvm.global_ctors"), function;
  LLVMValueRef list = variable ? LLVMGetInitializer(variable) : NULL;
  for (unsigned n = 0; list && !path_is_stopped(u); n++) {
    function = constructor(list, n);
    if (!function)
      break;
    if (LLVMIsAFunction(function) && !LLVMIsDeclaration(function))
      flow_call(u, function, NULL, 0, NULL);
    else
      unfold_error(u, "a constructor that is not a function");
  }
  if (LLVMGetNamedGlobal(u->module, "llvm.global_dtors"))
    unfold_assumed(u, "functions with the attribute destructor do nothing");
}

static bool
is_called(struct unfold *u, const char *name)
{
  LLVMValueRef function = LLVMGetNamedFunction(u->module, name);
  return function && LLVMGetFirstUse(function);
}

LLVMValueRef
unfold_handlers(struct unfold *u)
{
  bool any = is_called(u, "atexit") || is_called(u, "on_exit");
  return any ? LLVMGetNamedFunction(u->module, "__heddle_main_returns") : NULL;
}

static void
main_returns(struct unfold *u, value_id status)
{
  LLVMValueRef model = unfold_handlers(u);
  value_id ignored[1];
  if (!model)
    return;
  life_outlives_main(u);
  flow_call(u, model, &status, 1, ignored);
}

static void
free_now(struct unfold *u)
{
  vec_free(&u->now.log);
  vec_free(&u->now.spurious);
  memory_free(&u->now.memory);
}

static void
begin_thread(struct unfold *u, thread_id thread)
{
  free_now(u);
  u->now = (struct now){.thread = thread};
  path_begin(u);
  happens_begin(u);
  memory_copy(&u->now.memory, &u->turn.threads.at[thread].memory);
}

static void
run_thread(struct unfold *u, thread_id thread)
{
  struct thread entry = {
    .name = thread_name(u, thread),
    .parent = u->turn.threads.at[thread].parent,
    .first = (event_id)u->prog->events.n,
  };
  begin_thread(u, thread);
  LLVMValueRef start = u->turn.threads.at[thread].start;
  if (!thread) {
    address_begin(u);
    run_constructors(u);
    entry_arguments(u, start);
  }
  value_id ignored[16] = {0};
  struct thread_state state = u->turn.threads.at[thread];
  flow_call(u, start, state.arguments.at, state.arguments.n, ignored);
  if (thread && !path_is_stopped(u))
    life_thread_ends(u);
  if (!thread && !path_is_stopped(u))
    main_returns(u, value_resize(u->prog, ignored[0], 32, true));
  if (!thread && !path_is_stopped(u)) { /* to return from main ends the process */
    life_end(u);
    if (!u->options->to_the_end)
      event_new(u, EVENT_ASSUME)->value = VALUE_FALSE;
  }
  if (u->path.depth && !path_is_stopped(u))
    unfold_error(u, "thread %s ends inside an atomic section", entry.name);
  happens_end(u);
  assert(!u->now.frame && !u->now.loop && !u->now.iteration); /* all calls and loops are over */
  assert(!u->now.logging && !u->now.pointless && !u->now.within);
  entry.end = (event_id)u->prog->events.n;
  vec_push(&u->prog->threads, entry);
}

/* A thread that only an earlier turn made never ends, and owns nothing. */
static void
forget_threads(struct unfold *u)
{
  for (size_t i = 0; i < u->prog->objects.n; i++)
    if (u->prog->objects.at[i].thread >= u->turn.threads.n)
      u->prog->objects.at[i].thread = 0;
  for (size_t i = 0; i < u->prog->events.n; i++) {
    struct event *event = &u->prog->events.at[i];
    if (event->kind == EVENT_JOIN && event->child >= u->turn.threads.n) {
      event->kind = EVENT_BLOCK;
      event->value = VALUE_FALSE;
      event->child = 0;
    }
  }
}

static void
run_turn(struct unfold *u, LLVMValueRef main)
{
  uint32_t most = u->kept.most_threads;
  begin_turn(u);
  vec_resize(&u->turn.threads, 1);
  u->turn.threads.at[0].start = main;
  u->turn.threads.at[0].key = 1;
  for (thread_id t = 0; t < u->turn.threads.n; t++)
    run_thread(u, t);
  assert(u->prog->threads.n == u->turn.threads.n && u->kept.known.n == u->prog->objects.n);
  if (!u->turn.concurrent)
    memory_copy(&u->turn.at_first_create, &u->now.memory);
  forget_threads(u);
  notice_looks(u);
  bool shared = memory_share(u);
  memory_inits(u);
  u->prog->reuses = life_reuses(u);
  u->prog->same_ids = u->kept.same_ids;
  bool filled = contents_grow(u->kept.contents, u->prog);
  u->kept.grew = shared || filled || u->turn.grew.mortals || u->turn.grew.orders ||
                 (u->turn.grew.noticed && u->turn.unnoticed.n) || u->turn.grew.looks ||
                 (u->turn.grew.reads && u->turn.unread) || most != u->kept.most_threads;
  if (!u->kept.grew)
    u->kept.grew = unseen_find(u);
  if (!u->kept.grew)
    u->kept.grew = address_forget(u);
}

/* ---- all ---- */

static void
free_unfold(struct unfold *u)
{
  free_turn(u);
  for (size_t i = 0; i < u->kept.known.n; i++) {
    free(u->kept.known.at[i].shared);
    free(u->kept.known.at[i].seen);
  }
  for (size_t i = 0; i < u->kept.cfgs.n; i++)
    cfg_free(u->kept.cfgs.at[i]);
  vec_free(&u->kept.known);
  vec_free(&u->kept.cfgs);
  free_now(u);
  facts_free(&u->facts);
  map_free(&u->kept.object_by_key);
  map_free(&u->kept.reuses);
  map_free(&u->kept.ids);
  map_free(&u->kept.cfg_by_function);
  map_free(&u->kept.effort.by_key);
  vec_free(&u->kept.effort.loops);
  map_free(&u->kept.points);
  debug_free(&u->debug);
  contents_free(u->kept.contents);
}

static void
take_errors(struct diags *to, const struct diags *from)
{
  for (size_t i = 0; i < from->all.n; i++) {
    const struct diag *diag = &from->all.at[i];
    diag_at(to, diag->level, diag->file, diag->line, diag->column, "%s", diag->text);
  }
}

static bool
write_replay(struct unfold *u, LLVMValueRef main, struct diags *diags)
{
  VEC(LLVMValueRef) globals = {0};
  for (size_t i = 0; i < u->kept.known.n; i++)
    vec_push(&globals, u->kept.known.at[i].global);
  struct instrument_program program = {
    .module = u->module,
    .path = u->options->replay,
    .entry = main,
    .environment = entry_environment(u->module, main),
    .handlers = unfold_handlers(u),
    .globals = globals.at,
    .n_globals = (uint32_t)globals.n,
  };
  bool written = instrument(&program, diags);
  vec_free(&globals);
  return written;
}

/* True if it has to be done again, since a loop turned out to be large. */
static bool
unfold_once(LLVMModuleRef module, LLVMValueRef main, const struct frontend_options *options,
            struct map *large, struct prog **out, struct diags *diags)
{
  char *directory = getcwd(NULL, 0);
  struct diags turn = {0};
  struct unfold u = {.options = options,
                     .module = module,
                     .layout = LLVMGetModuleDataLayout(module),
                     .diags = &turn,
                     .debug = {.module = module, .directory = directory ? directory : ""},
                     .kept = {.contents = contents_new(), .large = large, .grew = true}};
  vec_resize(&u.kept.known, 1);
  while (u.kept.grew && !u.kept.stopped && u.kept.turns++ < MAX_TURNS) {
    diags_free(&turn);
    run_turn(&u, main);
  }
  if (u.kept.grew && !u.kept.stopped)
    diag_error(&turn, "the program could not be unfolded in %d turns", MAX_TURNS);
  if (!u.kept.stopped)
    take_errors(diags, &turn);
  mark_all(&u);
  struct prog *prog = u.prog;
  if (options->replay && !turn.errors && !u.kept.stopped && !write_replay(&u, main, diags))
    u.kept.stopped = true;
  if (turn.errors || u.kept.stopped) {
    prog_free(prog);
    prog = NULL;
  } else if (options->cuts) {
    *options->cuts = u.turn.cuts;
    u.turn.cuts = (struct unwind_cuts){0};
  }
  diags_free(&turn);
  bool again = u.kept.again;
  free_unfold(&u);
  free(directory);
  *out = prog;
  return again;
}

static struct prog *
unfold_module(LLVMModuleRef module, const struct frontend_options *options, struct diags *diags)
{
  struct map large = {0};
  struct prog *prog = NULL;
  LLVMValueRef main = entry_find(module, options, diags);
  while (main && unfold_once(module, main, options, &large, &prog, diags))
    ;
  map_free(&large);
  return prog;
}

struct prog *
unfold_program(const struct frontend *frontend, const struct frontend_options *options,
               struct diags *diags)
{
  return unfold_module(module_of(frontend), options, diags);
}

bool
unfold_check_rule(const struct frontend *frontend, const struct unwind_rule *rule,
                  struct str *error)
{
  return bound_check_rule(module_of(frontend), rule, error);
}

struct prog *
unfold_files(const struct frontend_options *options, struct diags *diags)
{
  struct frontend *frontend = frontend_open(options, diags);
  if (!frontend)
    return NULL;
  struct prog *prog = unfold_program(frontend, options, diags);
  frontend_close(frontend);
  return prog;
}
