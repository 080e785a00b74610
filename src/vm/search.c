/* Every state, depth first; each is expanded once, and two are taken for one if 128 bits of a hash agree.
 *
 * States repeat, so their graph has cycles. For assertions, memory and locks that does not matter: a
 * violation is a step, and every step of every state is tried. Deadlocks are looked for in each state:
 *
 * - Every thread has ended or waits, and at least one waits; or some threads wait in a circle.
 * - The other engines take a loop that changes nothing for a wait, too. Here its thread goes round and
 *   round. If all threads do that or wait, nobody leaves these states any more, and nothing ends. So
 *   wherever a run has got, it must be possible that everything comes to an end: that nobody can go
 *   on, or that the process is over; or that threads go on for ever, but not in one of these loops
 *   (goes_on). If that cannot be said of each state, then the search gives up. It looks at the
 *   components of the graph that no step leaves (by Tarjan's algorithm: `low`).
 *
 * A step may find out that something was wrong that the search has taken for granted (vm->again):
 * a word is shared after all, or there are more threads. Then everything that was found is worth
 * nothing. The search goes on for a while, since there may be more of that kind, and begins again. */
#include "vm/vm.h"

#include <inttypes.h>
#include <string.h>

#include "base/invariant.h"
#include "base/mutant.h"
#include "vm/random.h"
#include "vm/step.h"
#include "vm/trail.h"
#include "vm/translate.h"

enum { POLL_STEPS = 256, STATES_BEFORE_AGAIN = 500, MOST_STARTS = 2000, USUAL_MEGABYTES = 2000 };

/* ---- states that were seen ---- */

/* The states in the order in which they were met; and where to look for one by its hash. A slot has some bits of
 * the hash, so that a look at another state is rare. */
struct slot {
  uint32_t order; /* + 1; 0: empty */
  uint32_t tag;
};

struct seen {
  VEC(struct hash) keys;
  struct slot *slots;
  size_t cap; /* a power of two; at most three quarters are taken */
};

static size_t
seen_slot(const struct seen *seen, struct hash hash)
{
  size_t i = (size_t)hash.a & (seen->cap - 1);
  uint32_t tag = (uint32_t)hash.b;
  for (; seen->slots[i].order; i = (i + 1) & (seen->cap - 1)) {
    const struct hash *key = &seen->keys.at[seen->slots[i].order - 1];
    if (seen->slots[i].tag == tag && key->a == hash.a && key->b == hash.b)
      break;
  }
  return i;
}

static void
seen_put(struct seen *seen, size_t slot, uint32_t order)
{
  seen->slots[slot] = (struct slot){order + 1, (uint32_t)seen->keys.at[order].b};
}

static void
seen_grow(struct seen *seen)
{
  vec_drop(seen->slots);
  seen->cap = seen->cap ? 2 * seen->cap : 1024;
  seen->slots = mem_alloc(seen->cap * sizeof *seen->slots);
  for (size_t i = 0; i < seen->keys.n; i++)
    seen_put(seen, seen_slot(seen, seen->keys.at[i]), (uint32_t)i);
}

/* Its number; true if it is new. */
static bool
seen_enter(struct seen *seen, struct hash hash, uint32_t *order)
{
  if (4 * (seen->keys.n + 1) > 3 * seen->cap)
    seen_grow(seen);
  size_t slot = seen_slot(seen, hash);
  bool new = !seen->slots[slot].order;
  if (new) {
    vec_push(&seen->keys, hash);
    seen_put(seen, slot, (uint32_t)seen->keys.n - 1);
  }
  *order = seen->slots[slot].order - 1;
  return new;
}

static size_t
seen_bytes(const struct seen *seen)
{
  return seen->cap * sizeof *seen->slots + seen->keys.n * sizeof *seen->keys.at;
}

static void
seen_empty(struct seen *seen)
{
  if (seen->cap)
    memset(seen->slots, 0, seen->cap * sizeof *seen->slots);
  seen->keys.n = 0;
}

/* ---- the search ---- */

/* A state on the way, and how far it was expanded. */
struct point {
  struct hash hash;
  size_t log;     /* length of the log when it was reached */
  size_t choices; /* in search.walk.choices: those of the thread that is tried */
  size_t made;    /* in search.walk.made: those that the thread has made that was tried last */
  uint32_t order, low;
  uint16_t thread; /* that is tried next: so many behind `first` */
  uint16_t first;  /* that which has led here: few changes of threads are easy to follow */
  uint16_t taken;  /* that was tried last */
  uint16_t threads;
  uint16_t n; /* choices, a value and a limit each */
  uint16_t n_made;
  bool leaves; /* a step leaves the component, as far as is known */
  bool moves;  /* it has a step */
  uint16_t waits, goes;
  uint8_t owner[VM_THREADS]; /* of those who wait: for whom, + 1 */
};

/* What was seen since some state. */
struct walk {
  struct seen seen;
  VEC(struct point) points;
  VEC(uint32_t) choices;
  VEC(uint32_t) made;
  VEC(uint32_t) open;   /* states whose component is not known yet, by number */
  VEC(uint64_t) closed; /* a bit for each state: it is known */
};

struct search {
  struct vm vm;
  const struct vm_limits *limits;
  struct vm_result *result;
  struct walk walk;
  struct choices first;  /* before the first state */
  struct choices trying; /* of the step under way */
  bool inside;           /* of a component that no step leaves: see goes_on */
  uint64_t stepped;      /* threads that take a step there: bits */
  bool finished;
  bool stopped; /* by a limit */
};

static void
walk_free(struct walk *walk)
{
  vec_free(&walk->seen.keys);
  vec_drop(walk->seen.slots);
  vec_free(&walk->points);
  vec_free(&walk->choices);
  vec_free(&walk->made);
  vec_free(&walk->open);
  vec_free(&walk->closed);
}

static void
finish(struct search *search, enum vm_verdict verdict)
{
  search->result->verdict = verdict;
  search->finished = true;
}

static void
give_up(struct search *search, const char *reason)
{
  str_free(&search->result->reason);
  str_add(&search->result->reason, reason);
  finish(search, VM_OPEN);
}

static void
report_wrong(struct search *search, bool deadlock, bool race)
{
  struct vm_result *result = search->result;
  result->deadlock = deadlock;
  result->race = race;
  result->fault = search->vm.fault;
  finish(search, VM_WRONG);
}

static bool
is_closed(const struct search *search, uint32_t order)
{
  return search->walk.closed.at[order / 64] >> order % 64 & 1;
}

/* ---- deadlock ---- */

static bool
waits_in_circle(const struct search *search, const struct point *point)
{
  unsigned in = point->waits;
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned t = 0; t < VM_THREADS; t++) {
      unsigned owner = point->owner[t];
      bool stays =
        owner && (in >> (owner - 1) & 1 || vm_status(&search->vm, owner - 1) == THREAD_ENDED);
      if (in >> t & 1 && !stays) {
        in &= ~(1u << t);
        changed = true;
      }
    }
  }
  return in;
}

static bool
is_deadlocked(const struct search *search, const struct point *point)
{
  return (point->waits && !point->goes && !MUTANT(VM_NOBODY_WAITS)) ||
         (waits_in_circle(search, point) && !MUTANT(VM_NO_CIRCLE));
}

static bool
asks_for_deadlocks(const struct search *search)
{
  return search->vm.options->property & PROPERTY_DEADLOCK;
}

static bool
is_process_over(const struct search *search)
{
  for (unsigned t = 0; t < VM_THREADS; t++)
    if (vm_status(&search->vm, t) == THREAD_LEFT)
      return true;
  return false;
}

/* ---- from state to state ---- */

static void explore(struct search *search);

/* The machine is in a state that was not seen before. */
static void
push(struct search *search, uint32_t order)
{
  const struct heap *heap = &search->vm.heap;
  struct point point = {.hash = heap->hash,
                        .log = heap->log.n,
                        .choices = search->walk.choices.n,
                        .made = search->walk.made.n,
                        .first = search->walk.points.n ? vec_last(&search->walk.points).taken : 0,
                        .threads = (uint16_t)vm_threads(&search->vm),
                        .order = order,
                        .low = order};
  for (unsigned t = 0; t < VM_THREADS; t++) {
    enum thread_status status = vm_status(&search->vm, t);
    if (status == THREAD_STUCK || status == THREAD_LEFT)
      point.goes |= (uint16_t)(1 << t); /* it is no deadlock that it does not go on */
  }
  vec_push(&search->walk.points, point);
  vec_push(&search->walk.open, order);
  vec_resize(&search->walk.closed, order / 64 + 1);
}

/* The state is one of a component that no step leaves. Do its threads go on, rather than wait in loops? All of
 * its states are visited once more: whoever takes steps must leave each loop that it could leave, now and
 * then. Whoever waits in a loop never does,
 * and changes nothing. */
static bool
goes_on(struct search *search)
{
  struct heap *heap = &search->vm.heap;
  struct walk outside = search->walk;
  struct hash hash = heap->hash;
  size_t log = heap->log.n;
  uint32_t order;
  search->walk = (struct walk){0};
  search->inside = search->vm.watches = true;
  search->stepped = search->vm.changers = 0;
  seen_enter(&search->walk.seen, hash, &order);
  push(search, order);
  explore(search);
  bool left = vm_leaves_loops(&search->vm);
  search->inside = search->vm.watches = false;
  walk_free(&search->walk);
  search->walk = outside;
  heap_undo(heap, log);
  heap->hash = hash;
  return search->stepped &&
         ((left && search->stepped == search->vm.changers) || MUTANT(VM_WAITS_GO_ON));
}

/* The component of the state is known: it leads out of it, or it is one that nobody leaves. */
static void
close_component(struct search *search, const struct point *point)
{
  bool stays = point->moves && !point->leaves && !is_process_over(search);
  while (search->walk.open.n && vec_last(&search->walk.open) >= point->order) {
    uint32_t order = vec_last(&search->walk.open);
    search->walk.closed.at[order / 64] |= UINT64_C(1) << order % 64;
    search->walk.open.n--;
  }
  if (stays && !search->inside && asks_for_deadlocks(search) && !goes_on(search) &&
      !search->finished && !MUTANT(VM_FOR_EVER))
    give_up(search, "threads may go round for ever without an end");
}

/* All threads were tried. */
static void
pop(struct search *search)
{
  struct point point = vec_last(&search->walk.points);
  struct heap *heap = &search->vm.heap;
  bool root = point.low == point.order;
  if (asks_for_deadlocks(search) && is_deadlocked(search, &point)) {
    report_wrong(search, true, false);
    return;
  }
  if (root)
    close_component(search, &point);
  search->walk.points.n--;
  search->walk.choices.n = point.choices;
  if (!search->walk.points.n || search->finished)
    return;
  struct point *before = &vec_last(&search->walk.points);
  before->leaves |= root || point.leaves;
  if (point.low < before->low)
    before->low = point.low;
  heap_undo(heap, before->log);
  heap->hash = before->hash;
}

/* A step has led from the last point to here. */
static void
arrive(struct search *search)
{
  struct point *before = &vec_last(&search->walk.points);
  struct heap *heap = &search->vm.heap;
  uint32_t order;
  before->moves = true;
  search->stepped |= UINT64_C(1) << before->taken;
  if (seen_enter(&search->walk.seen, heap->hash, &order)) {
    push(search, order);
    return;
  }
  if (is_closed(search, order))
    before->leaves = true;
  else if (order < before->low)
    before->low = order;
  heap_undo(heap, before->log);
  heap->hash = before->hash;
}

/* The other values of what was arbitrary in the step, one after the other. */
static bool
next_choices(struct choices *choices)
{
  while (choices->n && !MUTANT(VM_CHOOSES_ONCE)) {
    unsigned last = choices->n - 1;
    if (++choices->value[last] < choices->limit[last])
      return true;
    choices->n--;
  }
  return false;
}

static void
load_choices(struct search *search, const struct point *point)
{
  search->trying.n = point->n;
  for (unsigned i = 0; i < point->n; i++) {
    search->trying.value[i] = search->walk.choices.at[point->choices + 2 * i];
    search->trying.limit[i] = search->walk.choices.at[point->choices + 2 * i + 1];
  }
}

/* What the thread that is tried does next: the next choices, or the next thread. */
static void
advance(struct search *search, struct point *point)
{
  search->walk.choices.n = point->choices;
  if (next_choices(&search->trying))
    for (unsigned i = 0; i < search->trying.n; i++) {
      vec_push(&search->walk.choices, search->trying.value[i]);
      vec_push(&search->walk.choices, search->trying.limit[i]);
    }
  else
    point->thread++;
  point->n = (uint16_t)search->trying.n;
}

static void
note_wait(struct search *search, struct point *point, unsigned thread)
{
  uint32_t owner = search->vm.owner;
  point->waits |= (uint16_t)(1 << thread);
  point->owner[thread] = owner == NOBODY ? 0 : (uint8_t)(owner + 1);
}

static void
note_choices(struct search *search, struct point *point)
{
  search->walk.made.n = point->made;
  for (unsigned i = 0; i < search->trying.n; i++)
    vec_push(&search->walk.made, search->trying.value[i]);
  point->n_made = (uint16_t)search->trying.n;
}

/* Tries one step of the last point. */
static void
expand(struct search *search)
{
  struct point *point = &vec_last(&search->walk.points);
  unsigned thread = (point->first + point->thread) % point->threads;
  uint16_t bit = (uint16_t)(1 << thread);
  load_choices(search, point);
  point->taken = (uint16_t)thread;
  enum outcome outcome = vm_step(&search->vm, thread, &search->trying);
  note_choices(search, point);
  advance(search, point);
  search->result->steps++;
  if (outcome == STEP_WAITS)
    note_wait(search, point, thread);
  else if (outcome != STEP_ABSENT)
    point->goes |= bit;
  if (point->waits & point->goes & bit) {
    give_up(search, "whether a thread waits depends on something arbitrary");
    return;
  }
  switch (outcome) {
  case STEP_DONE:
    arrive(search);
    break;
  case STEP_FAILED:
  case STEP_RACES:
    report_wrong(search, false, outcome == STEP_RACES);
    break;
  case STEP_GAVE_UP:
    give_up(search, str_text(&search->vm.reason));
    break;
  case STEP_ABSENT:
  case STEP_WAITS:
  case STEP_REFUSED:
    break;
  }
}

/* ---- limits ---- */

static size_t
bytes(const struct search *search)
{
  return seen_bytes(&search->walk.seen) +
         (search->walk.seen.keys.cap - search->walk.seen.keys.n) * sizeof(struct hash) +
         search->walk.points.cap * sizeof *search->walk.points.at +
         search->walk.open.cap * sizeof(uint32_t) +
         search->vm.heap.log.cap * sizeof *search->vm.heap.log.at;
}

static void
watch(struct search *search)
{
  const struct vm_limits *limits = search->limits;
  uint64_t most = limits->bytes ? limits->bytes : (uint64_t)USUAL_MEGABYTES * 1000000;
  if (limits->progress)
    *limits->progress = search->walk.seen.keys.n;
  if (limits->stop && limits->stop(limits->argument))
    give_up(search, "it was stopped");
  else if (bytes(search) > most / 2) /* arrays double, and the old ones are there meanwhile */
    give_up(search, "there are too many states for the memory");
  else if (limits->states && search->walk.seen.keys.n > limits->states)
    give_up(search, "there are too many states");
  search->stopped = search->finished;
}

/* ---- from the start ---- */

static void
explore(struct search *search)
{
  uint64_t polled = 0;
  size_t doubted = SIZE_MAX; /* states when it was found out that this is in vain */
  while (search->walk.points.n && !search->finished) {
    if (vec_last(&search->walk.points).thread < vec_last(&search->walk.points).threads)
      expand(search);
    else
      pop(search);
    if (++polled % POLL_STEPS == 0 && !search->finished)
      watch(search);
    if (search->vm.again && doubted == SIZE_MAX)
      doubted = search->walk.seen.keys.n;
    if (search->vm.again && search->walk.seen.keys.n > doubted + STATES_BEFORE_AGAIN)
      return;
  }
}

static void
back_to_start(struct search *search)
{
  heap_undo(&search->vm.heap, 0);
  search->vm.heap.hash = (struct hash){0};
  search->walk.points.n = search->walk.choices.n = search->walk.made.n = 0;
}

/* All runs, as long as nothing contradicts what is taken for granted. */
static void
explore_all(struct search *search)
{
  search->first = (struct choices){0};
  do {
    uint32_t order;
    back_to_start(search);
    enum outcome outcome = vm_begin(&search->vm, &search->first);
    if (outcome == STEP_FAILED)
      report_wrong(search, false, false);
    else if (outcome != STEP_DONE)
      give_up(search, str_text(&search->vm.reason));
    else if (seen_enter(&search->walk.seen, search->vm.heap.hash, &order)) {
      push(search, order);
      explore(search);
    }
  } while (!search->finished && !search->vm.again && next_choices(&search->first));
}

/* ---- how a bug was met ---- */

/* Takes the steps again. */
static void
retrace(struct search *search)
{
  enum { MOST_STEPS = 20000 };
  struct trail trail = {.route = &search->result->route};
  bool of_state = search->result->deadlock || search->result->race;
  size_t steps = search->walk.points.n - of_state;
  VEC(struct point) points = {0};
  VEC(uint32_t) made = {0};
  if (search->walk.points.n > MOST_STEPS)
    return;
  for (size_t i = 0; i < search->walk.points.n; i++)
    vec_push(&points, search->walk.points.at[i]);
  for (size_t i = 0; i < search->walk.made.n; i++)
    vec_push(&made, search->walk.made.at[i]);
  back_to_start(search);
  search->vm.records = true;
  vm_begin(&search->vm, &search->first);
  trail_step(&trail, &search->vm);
  for (size_t i = 0; i < steps; i++) {
    search->trying.n = points.at[i].n_made;
    for (unsigned k = 0; k < search->trying.n; k++)
      search->trying.value[k] = made.at[points.at[i].made + k];
    vm_step(&search->vm, points.at[i].taken, &search->trying);
    trail_step(&trail, &search->vm);
  }
  trail_end(&trail, &search->vm, of_state);
  vec_free(&points);
  vec_free(&made);
}

static void
start_again(struct search *search)
{
  search->vm.again = search->vm.heap.other_use = search->finished = false;
  search->walk.open.n = 0;
  vec_free(&search->walk.closed);
  seen_empty(&search->walk.seen);
}

static bool
is_doubtful(const struct search *search)
{
  return search->vm.again && !search->stopped;
}

static void
run(struct search *search)
{
  for (unsigned starts = 0; starts < MOST_STARTS; starts++) {
    explore_all(search);
    if (!is_doubtful(search)) {
      if (!search->finished)
        finish(search, VM_RIGHT);
      return;
    }
    start_again(search);
  }
  give_up(search, "too many words are shared");
}

static void
visit(struct search *search)
{
  if (search->limits->only_random) {
    give_up(search, "random runs have met no bug");
    return;
  }
  run(search);
  if (search->result->verdict == VM_WRONG)
    retrace(search);
}

void
vm_search(struct vm_result *result, const struct frontend *frontend,
          const struct frontend_options *options, const struct vm_limits *limits)
{
  struct code code = {0};
  struct search search = {.limits = limits, .result = result};
  *result = (struct vm_result){.verdict = VM_OPEN};
  if (options->reuse)
    give_up(&search, "blocks that are used again are not looked for");
  else if (!translate(&code, frontend, options))
    give_up(&search, "the program begins in a way that is not supported");
  else if (code.weaker && options->property & PROPERTY_RACE && !MUTANT(VM_ORDERS_SYNCHRONISE))
    give_up(&search, "races by orders that are weaker than seq_cst");
  else if (!vm_new(&search.vm, &code, options))
    give_up(&search, "the program needs too much memory");
  else if (!random_look(&search.vm, limits, result))
    visit(&search);
  result->states = search.walk.seen.keys.n;
  result->bytes = seen_bytes(&search.walk.seen);
  result->configured = search.vm.configured;
  result->tested = search.vm.tested;
  if (code.weaker)
    result->configured |= 1u << CONFIGURATION_ORDERS;
  vm_free(&search.vm);
  walk_free(&search.walk);
  code_free(&code);
}

void
vm_result_free(struct vm_result *result)
{
  route_free(&result->route);
  str_free(&result->reason);
}
