/* What is known for certain comes first: the pairs of steps that were exchanged one by one in the
 * interpreter (check/cause.c), who waits for whom, which store others saw too late. What it looks like
 * is a hint, and said as one.
 *
 * Of a deadlock the locks are told with the lines that took them. Of a race, the locks that the two
 * threads hold. Under a weak memory model, the stores that waited in a buffer while others read what
 * was there before: all others were found not to be needed (check/simplify.c). */
#include "trace/why.h"

#include <inttypes.h>
#include <string.h>

#include "trace/source.h"
#include "trace/view.h"

enum { REASONS_MOST = 6 };

/* A lock that a thread has. */
struct held {
  thread_id thread;
  object_id object;
  uint64_t offset;
  const struct item *taken;
};

struct finder {
  const struct phrases *phrases;
  const struct trace_input *trace;
  const struct prog *prog;
  const struct items *items;
  struct why *why;
  VEC(struct held) held;
  struct sources sources;
};

void
cause_free(struct cause *cause)
{
  vec_free(&cause->pairs);
}

const char *
pattern_name(enum pattern pattern)
{
  static const char *const names[] = {
#define X(name, text) text,
    PATTERNS(X)
#undef X
  };
  return names[pattern];
}

/* ---- words ---- */

static void
note_place(struct finder *finder, place_id place)
{
  const struct place *at = &finder->prog->places.at[place];
  for (size_t i = 0; i < finder->why->places.n; i++) {
    const struct place *other = &finder->prog->places.at[finder->why->places.at[i]];
    if (other->line == at->line && !strcmp(other->file, at->file))
      return;
  }
  if (place && at->file)
    vec_push(&finder->why->places, place);
}

/* "line 12" */
static void
add_line(struct finder *finder, struct str *out, place_id place)
{
  phrase_place(out, finder->phrases, place);
  note_place(finder, place);
}

static void
add_thread(struct str *out, thread_id thread)
{
  str_printf(out, "thread %" PRIu32, thread);
}

static struct str *
add_reason(struct finder *finder)
{
  vec_push(&finder->why->reasons, ((struct str){0}));
  return &vec_last(&finder->why->reasons);
}

/* What the thread did at the step, as the trace tells it; NULL = it does not. */
static const struct item *
item_of(const struct finder *finder, uint32_t step)
{
  event_id event = finder->trace->run->steps.at[step].event;
  thread_id thread = prog_thread_of(finder->prog, event);
  const struct item *call = NULL;
  place_id place = place_of_user(finder->prog, finder->prog->events.at[event].place);
  for (size_t i = 0; i < finder->items->all.n; i++) {
    const struct item *item = &finder->items->all.at[i];
    if (item->thread != thread)
      continue;
    if (item->kind <= ITEM_LOCAL && (item->event == event || item->stored == event))
      return item;
    if (item->kind == ITEM_CALL && item->step <= step && item->place == place)
      call = item;
  }
  return call;
}

static place_id
place_of_event(const struct finder *finder, event_id event)
{
  return place_of_user(finder->prog, finder->prog->events.at[event].place);
}

static void
add_access(struct finder *finder, struct str *out, event_id id, uint64_t addr)
{
  const struct event *event = &finder->prog->events.at[id];
  object_id object = object_at(finder->prog, addr), block = block_of_life(finder->prog, object);
  bool writes = event->kind == EVENT_STORE;
  const char *function = place_model_function(finder->prog, event->place);
  if (function && !block) { /* memory of the model, which is nothing to the reader */
    str_printf(out, "is in %s()", function);
    return;
  }
  if (block) {
    str_add(out, writes ? "frees " : "uses ");
    name_object(out, finder->prog, block);
    return;
  }
  str_add(out, writes ? "writes " : "reads ");
  if (object)
    name_memory(out, finder->prog, object, addr - finder->prog->objects.at[object].base,
                event->bytes);
}

static void
add_item(struct finder *finder, struct str *out, const struct item *item)
{
  const struct place *at = &finder->prog->places.at[item->place];
  struct str code = {0};
  if (item->place && at->file)
    source_line(&finder->sources, &code, at->file, at->line);
  phrase_item(out, finder->phrases, item, str_text(&code), true);
  str_free(&code);
}

/* "thread 1 reads x = 0 (line 12)" */
static void
add_step(struct finder *finder, struct str *out, uint32_t step)
{
  event_id event = finder->trace->run->steps.at[step].event;
  const struct item *item = item_of(finder, step);
  struct item told = item ? *item : (struct item){0};
  told.timing = TIMING_PLAIN;
  add_thread(out, prog_thread_of(finder->prog, event));
  str_add(out, " ");
  if (item && item->kind == ITEM_UPDATE)
    str_add(out, "changes ");
  if (item)
    add_item(finder, out, &told);
  else
    add_access(finder, out, event, finder->trace->run->steps.at[step].addr);
  str_add(out, " (");
  add_line(finder, out, place_of_event(finder, event));
  str_add(out, ")");
}

/* What would have come, had the run not ended. */
static void
add_late_step(struct finder *finder, struct str *out, event_id event, uint64_t addr)
{
  add_thread(out, prog_thread_of(finder->prog, event));
  str_add(out, " ");
  add_access(finder, out, event, addr);
  str_add(out, " (");
  add_line(finder, out, place_of_event(finder, event));
  str_add(out, ")");
}

/* ---- pairs ---- */

static thread_id
thread_of(const struct finder *finder, uint32_t step)
{
  return prog_thread_of(finder->prog, finder->trace->run->steps.at[step].event);
}

/* How far apart the two are: those that follow each other at once are what a reader looks for. */
static uint32_t
distance(const struct finder *finder, struct cause_pair pair)
{
  const struct run *run = finder->trace->run;
  if (pair.second == NO_STEP)
    return 0;
  return run->steps.at[pair.second].context - run->steps.at[pair.first].context;
}

/* How many pairs are nearer, or as near and come later? */
static size_t
rank(const struct finder *finder, size_t i)
{
  const struct cause *cause = finder->trace->cause;
  size_t n = 0;
  for (size_t k = 0; k < cause->pairs.n; k++) {
    uint32_t mine = distance(finder, cause->pairs.at[i]);
    uint32_t other = distance(finder, cause->pairs.at[k]);
    n += other < mine || (other == mine && k > i);
  }
  return n;
}

static void
tell_pair(struct finder *finder, struct cause_pair pair)
{
  struct str *out = add_reason(finder);
  add_step(finder, out, pair.first);
  str_add(out, " before ");
  if (pair.second == NO_STEP)
    add_late_step(finder, out, pair.late, finder->trace->run->steps.at[pair.first].addr);
  else
    add_step(finder, out, pair.second);
}

static void
tell_pairs(struct finder *finder)
{
  const struct cause *cause = finder->trace->cause;
  size_t n = cause->pairs.n;
  bool one = n == 1;
  str_add(&finder->why->title, "this run fails because of this order");
  for (size_t i = 0; i < n; i++)
    if (rank(finder, i) < REASONS_MOST)
      tell_pair(finder, cause->pairs.at[i]);
  if (n > REASONS_MOST)
    str_printf(&finder->why->end, "and %zu more such pairs (--json). ", n - REASONS_MOST);
  str_add(&finder->why->end, one ? "The other way round, this run does not fail."
                                 : "If one of these comes the other way round, this run does not "
                                   "fail.");
}

/* ---- locks ---- */

/* Who has which lock when the run ends? */
static void
find_held(struct finder *finder)
{
  struct locks_held all = {0};
  locks_held_find(&all, finder->items);
  for (size_t i = 0; i < all.all.n; i++) {
    const struct item *taken = &finder->items->all.at[all.all.at[i].named];
    if (all.all.at[i].given == finder->items->all.n)
      vec_push(&finder->held, ((struct held){taken->thread, taken->object, taken->offset, taken}));
  }
  vec_free(&all.all);
}

static const struct held *
lock_of(const struct finder *finder, thread_id thread, const struct item *wait)
{
  for (size_t i = 0; i < finder->held.n; i++)
    if (finder->held.at[i].thread == thread && finder->held.at[i].object == wait->object)
      return &finder->held.at[i];
  return NULL;
}

/* ---- deadlocks ---- */

static bool
is_waiting(const struct finder *finder, thread_id thread)
{
  for (size_t i = 0; i < finder->trace->run->waiting.n; i++)
    if (finder->trace->run->waiting.at[i].thread == thread)
      return true;
  return false;
}

/* "thread 1 waits for m1 (line 26), which thread 2 has held since line 38" */
static void
tell_wait(struct finder *finder, const struct item *item)
{
  struct str *out = add_reason(finder);
  const struct held *held =
    item->child != NOBODY && item->object ? lock_of(finder, item->child, item) : NULL;
  add_thread(out, item->thread);
  str_add(out, " ");
  if (held) {
    str_add(out, "waits for ");
    name_outside(out, finder->prog, item->object, item->offset, item->bytes);
  } else {
    wait_words(out, finder->prog, item);
  }
  str_add(out, " (");
  add_line(finder, out, item->place);
  str_add(out, ")");
  if (held) {
    str_add(out, ", which ");
    if (item->child == item->thread)
      str_add(out, "it");
    else
      add_thread(out, item->child);
    str_add(out, " has held since ");
    add_line(finder, out, held->taken->place);
  }
}

/* A signal that came before the waiting began. */
static const struct item *
early_signal(const struct finder *finder, const struct item *wait)
{
  const char *function =
    place_model_function(finder->prog, finder->prog->events.at[wait->event].place);
  if (!function || !(strstr(function, "cond_") || strstr(function, "cnd_")))
    return NULL;
  for (size_t i = finder->items->all.n; i-- > 0;) {
    const struct item *item = &finder->items->all.at[i];
    if (item->kind == ITEM_CALL && item->thread != wait->thread &&
        (strstr(item->function, "_signal") || strstr(item->function, "_broadcast")))
      return item;
  }
  return NULL;
}

static void
hint_lost_wake_up(struct finder *finder, const struct item *signal, const struct item *wait)
{
  struct str *hint = &finder->why->hint;
  finder->why->pattern = PATTERN_LOST_WAKE_UP;
  str_add(hint, "a lost wake-up: ");
  add_line(finder, hint, signal->place);
  str_add(hint, " signals before ");
  add_line(finder, hint, wait->place);
  str_add(hint, " waits; what is waited for has to be changed under the mutex that the waiting "
                "thread holds while it looks at it");
}

static void
hint_deadlock(struct finder *finder)
{
  struct str *hint = &finder->why->hint;
  size_t locks = 0;
  for (size_t i = 0; i < finder->items->all.n; i++) {
    const struct item *item = &finder->items->all.at[i];
    if (item->kind != ITEM_WAITS)
      continue;
    bool lock = item->child != NOBODY && item->object && lock_of(finder, item->child, item);
    const struct item *signal = early_signal(finder, item);
    locks += lock;
    if (lock && item->child == item->thread) {
      finder->why->pattern = PATTERN_LOCKED_TWICE;
      str_add(hint, "a thread takes a lock that it has, and that is not recursive");
    } else if (lock && !is_waiting(finder, item->child)) {
      finder->why->pattern = PATTERN_NOT_RELEASED;
      add_thread(hint, item->child);
      str_add(hint, " has ended and has not given back what it took at ");
      add_line(finder, hint, lock_of(finder, item->child, item)->taken->place);
    } else if (signal) {
      hint_lost_wake_up(finder, signal, item);
    }
    if (hint->n)
      return;
  }
  if (finder->trace->run->circle && locks > 1 && locks == finder->trace->run->waiting.n) {
    finder->why->pattern = PATTERN_LOCK_ORDER;
    str_add(hint,
            "lock order: if all threads took these locks in one order, this could not happen");
  }
}

static void
tell_deadlock(struct finder *finder)
{
  bool circle = finder->trace->run->circle;
  hint_deadlock(finder);
  if (!circle && finder->trace->cause->pairs.n) {
    tell_pairs(finder);
    return;
  }
  str_add(&finder->why->title,
          circle ? "each waits for what another one has" : "nobody is left who could end the wait");
  if (circle && finder->trace->run->waiting.n == 1) {
    finder->why->title.n = 0;
    str_add(&finder->why->title, "it waits for itself, or for a thread that has ended");
  }
  for (size_t i = 0; i < finder->items->all.n; i++)
    if (finder->items->all.at[i].kind == ITEM_WAITS)
      tell_wait(finder, &finder->items->all.at[i]);
}

/* ---- races ---- */

static void
add_locks(struct finder *finder, struct str *out, thread_id thread)
{
  unsigned n = 0;
  for (size_t i = 0; i < finder->held.n; i++) {
    const struct held *held = &finder->held.at[i];
    if (held->thread != thread)
      continue;
    str_add(out, n++ ? ", " : " and holds ");
    name_outside(out, finder->prog, held->object, held->offset, held->taken->bytes);
    str_add(out, " since ");
    add_line(finder, out, held->taken->place);
  }
  if (!n)
    str_add(out, " and holds no lock");
}

static void
tell_race(struct finder *finder)
{
  struct touch touch[2];
  race_find(touch, finder->trace);
  str_add(&finder->why->title, "nothing orders these two");
  for (int i = 0; i < 2; i++) {
    struct str *out = add_reason(finder);
    add_late_step(finder, out, touch[i].event, touch[i].addr);
    if (finder->trace->run->end == RUN_RACE)
      add_locks(finder, out, touch[i].thread);
  }
  finder->why->pattern = PATTERN_UNORDERED;
  str_add(&finder->why->hint, "both have to hold the same lock, or be atomic");
}

/* ---- store buffers ---- */

/* The next thing that the thread does in memory that others see, behind the item. */
static const struct item *
next_access(const struct finder *finder, const struct item *item)
{
  const struct item *end = finder->items->all.at + finder->items->all.n;
  for (const struct item *next = item + 1; next < end; next++)
    if (next->thread == item->thread && next->kind <= ITEM_UPDATE)
      return next;
  return NULL;
}

/* Does another thread read, before the store is seen, what it has written? */
static const struct item *
stale_read(const struct finder *finder, const struct item *store)
{
  const struct item *end = finder->items->all.at + finder->items->all.n;
  for (const struct item *item = store + 1; item < end; item++) {
    if (item->kind == ITEM_SEEN && item->event == store->stored)
      return NULL;
    if ((item->kind == ITEM_READ || item->kind == ITEM_UPDATE) && item->thread != store->thread &&
        item->object == store->object && item->offset < store->offset + store->bytes &&
        store->offset < item->offset + item->bytes)
      return item;
  }
  return NULL;
}

static void
tell_late(struct finder *finder)
{
  struct str *hint = &finder->why->hint;
  for (size_t i = 0; i < finder->items->all.n; i++) {
    const struct item *store = &finder->items->all.at[i];
    bool waits = store->kind == ITEM_WRITE && store->timing == TIMING_WAITS;
    const struct item *read = waits ? stale_read(finder, store) : NULL;
    const struct item *next = read ? next_access(finder, store) : NULL;
    if (!read)
      continue;
    struct str *out = add_reason(finder);
    add_step(finder, out, store->step);
    str_add(out, ", and before others see that, ");
    add_step(finder, out, read->step);
    if (!next || hint->n)
      continue;
    str_add(hint, "a fence between ");
    add_line(finder, hint, store->place);
    str_add(hint, " and ");
    add_line(finder, hint, next->place);
    str_printf(hint, " of thread %" PRIu32 ", or sequentially consistent accesses", store->thread);
    finder->why->pattern = PATTERN_STORE_BUFFER;
  }
  if (finder->why->reasons.n)
    str_add(&finder->why->title, "others see a store too late");
}

/* ---- patterns of pairs ---- */

static const struct step *
step_at(const struct finder *finder, uint32_t step)
{
  return &finder->trace->run->steps.at[step];
}

static const struct event *
event_at(const struct finder *finder, uint32_t step)
{
  return &finder->prog->events.at[step_at(finder, step)->event];
}

static bool
same_bytes(const struct finder *finder, uint32_t a, uint32_t b)
{
  return step_at(finder, a)->addr < step_at(finder, b)->addr + event_at(finder, b)->bytes &&
         step_at(finder, b)->addr < step_at(finder, a)->addr + event_at(finder, a)->bytes;
}

static bool
computes_with(const struct prog *prog, value_id root, event_id load)
{
  VEC(value_id) work = {0};
  VEC(bool) seen = {0};
  bool found = false;
  vec_resize(&seen, prog->values.n);
  vec_push(&work, root);
  while (work.n && !found) {
    value_id id = work.at[--work.n];
    const struct value *value = &prog->values.at[id];
    if (seen.at[id])
      continue;
    seen.at[id] = true;
    found = value->op == OP_LOADED && value->imm == load;
    if (value->op > OP_LOADED)
      for (unsigned i = 0; i < value_arity(value->op); i++)
        vec_push(&work, value->arg[i]);
  }
  vec_free(&work);
  vec_free(&seen);
  return found;
}

/* The next access of the first step's thread, behind the second step, to the same memory. */
static uint32_t
return_of(const struct finder *finder, struct cause_pair pair, enum event_kind kind)
{
  for (uint32_t i = pair.second + 1; i < finder->trace->run->steps.n; i++)
    if (thread_of(finder, i) == thread_of(finder, pair.first) &&
        event_at(finder, i)->kind == kind && same_bytes(finder, i, pair.first))
      return i;
  return NO_STEP;
}

/* "line 12", or "lines 12 to 14" */
static void
add_lines(struct finder *finder, struct str *out, uint32_t from, uint32_t to)
{
  place_id a = place_of_event(finder, step_at(finder, from)->event);
  place_id b = place_of_event(finder, step_at(finder, to)->event);
  add_line(finder, out, a);
  if (finder->prog->places.at[a].line == finder->prog->places.at[b].line)
    return;
  str_add(out, " to ");
  add_line(finder, out, b);
}

static void
add_name(struct finder *finder, struct str *out, uint32_t step)
{
  object_id object = object_at(finder->prog, step_at(finder, step)->addr);
  if (object)
    name_memory(out, finder->prog, object,
                step_at(finder, step)->addr - finder->prog->objects.at[object].base,
                event_at(finder, step)->bytes);
  else
    str_add(out, "it");
}

/* Does the thread, in the step that looks again, store only if this is what it has read? */
static bool
compares(const struct finder *finder, uint32_t again, uint32_t first)
{
  const struct event *look = event_at(finder, again);
  for (uint32_t i = again + 1; i < finder->trace->run->steps.n; i++) {
    const struct event *event = event_at(finder, i);
    if (!look->section || event->section != look->section)
      return false;
    if (event->kind == EVENT_STORE && same_bytes(finder, i, again))
      return computes_with(finder->prog, event->guard, step_at(finder, first)->event);
  }
  return false;
}

/* What it had read is there again, but not still: others have changed it meanwhile, and back. */
static bool
is_aba(const struct finder *finder, struct cause_pair pair, uint32_t again)
{
  return step_at(finder, again)->value == step_at(finder, pair.first)->value &&
         step_at(finder, pair.second)->value != step_at(finder, pair.first)->value &&
         compares(finder, again, pair.first);
}

/* What the thread does behind its first step that is in the wrong order, too. */
static uint32_t
act_of(const struct finder *finder, struct cause_pair pair)
{
  const struct cause *cause = finder->trace->cause;
  for (size_t i = 0; i < cause->pairs.n; i++) {
    uint32_t second = cause->pairs.at[i].second;
    if (second != NO_STEP && second > pair.first && event_at(finder, second)->kind == EVENT_STORE &&
        thread_of(finder, second) == thread_of(finder, pair.first))
      return second;
  }
  return NO_STEP;
}

static void
hint_aba(struct finder *finder, struct cause_pair pair)
{
  struct str *hint = &finder->why->hint;
  uint32_t again = return_of(finder, pair, EVENT_LOAD);
  if (again == NO_STEP || !is_aba(finder, pair, again))
    return;
  finder->why->pattern = PATTERN_ABA;
  str_add(hint, "ABA: ");
  add_thread(hint, thread_of(finder, pair.first));
  str_add(hint, " finds in ");
  add_name(finder, hint, pair.first);
  str_add(hint, " at ");
  add_line(finder, hint, place_of_event(finder, step_at(finder, again)->event));
  str_add(hint, " what it has read at ");
  add_line(finder, hint, place_of_event(finder, step_at(finder, pair.first)->event));
  str_add(hint, ", but meanwhile it was changed, and changed back");
}

static void
hint_lost_update(struct finder *finder, struct cause_pair pair)
{
  struct str *hint = &finder->why->hint;
  uint32_t store = return_of(finder, pair, EVENT_STORE);
  if (store == NO_STEP || !computes_with(finder->prog, event_at(finder, store)->value,
                                         step_at(finder, pair.first)->event))
    return;
  finder->why->pattern = PATTERN_LOST_UPDATE;
  str_add(hint, "a lost update: ");
  add_lines(finder, hint, pair.first, store);
  str_add(hint, " of ");
  add_thread(hint, thread_of(finder, pair.first));
  str_add(hint, " would have to be one step: atomic, or under a lock");
}

static void
hint_check(struct finder *finder, struct cause_pair pair, uint32_t end)
{
  struct str *hint = &finder->why->hint;
  if (end == NO_STEP)
    return;
  finder->why->pattern = PATTERN_CHECK_THEN_ACT;
  str_add(hint, "check, then act: what ");
  add_thread(hint, thread_of(finder, pair.first));
  str_add(hint, " has read at ");
  add_line(finder, hint, place_of_event(finder, step_at(finder, pair.first)->event));
  str_add(hint, " is no longer so at ");
  add_line(finder, hint, place_of_event(finder, step_at(finder, end)->event));
  str_add(hint, "; all of that would have to be one step");
}

static void
hint_check_again(struct finder *finder, struct cause_pair pair)
{
  uint32_t store = return_of(finder, pair, EVENT_STORE),
           again = return_of(finder, pair, EVENT_LOAD);
  hint_check(finder, pair, store != NO_STEP && store < again ? store : again);
}

static void
hint_check_other(struct finder *finder, struct cause_pair pair)
{
  hint_check(finder, pair, act_of(finder, pair));
}

/* A thread has written something, and others look before it has written the rest. */
static void
hint_half_done(struct finder *finder, struct cause_pair late)
{
  const struct cause *cause = finder->trace->cause;
  struct str *hint = &finder->why->hint;
  thread_id writer = prog_thread_of(finder->prog, late.late);
  for (size_t i = cause->pairs.n; i-- > 0;) {
    struct cause_pair pair = cause->pairs.at[i];
    if (pair.second == NO_STEP || thread_of(finder, pair.first) != writer ||
        thread_of(finder, pair.second) != thread_of(finder, late.first) ||
        event_at(finder, pair.first)->kind != EVENT_STORE)
      continue;
    finder->why->pattern = PATTERN_HALF_DONE;
    str_add(hint, "seen half done: others can see what ");
    add_line(finder, hint, place_of_event(finder, step_at(finder, pair.first)->event));
    str_add(hint, " writes when ");
    add_line(finder, hint, place_of_event(finder, late.late));
    str_add(hint, " has not yet written the rest");
    return;
  }
}

static void
hint_late(struct finder *finder, struct cause_pair pair)
{
  struct str *hint = &finder->why->hint;
  finder->why->pattern = PATTERN_TOO_EARLY;
  str_add(hint, "too early: nothing makes ");
  add_line(finder, hint, place_of_event(finder, step_at(finder, pair.first)->event));
  str_add(hint, " wait for ");
  add_line(finder, hint, place_of_event(finder, pair.late));
}

static bool
is_life(const struct finder *finder, uint32_t step)
{
  return block_of_life(finder->prog, object_at(finder->prog, step_at(finder, step)->addr)) != 0;
}

/* A thread has read something, and then others have changed it. */
static bool
is_stale(const struct finder *finder, struct cause_pair pair)
{
  return pair.second != NO_STEP && event_at(finder, pair.second)->kind == EVENT_STORE &&
         event_at(finder, pair.first)->kind == EVENT_LOAD && !is_life(finder, pair.first);
}

static bool
is_freed(const struct finder *finder, struct cause_pair pair)
{
  return pair.second != NO_STEP && event_at(finder, pair.first)->kind == EVENT_STORE &&
         is_life(finder, pair.first);
}

static bool
is_too_late(const struct finder *finder, struct cause_pair pair)
{
  (void)finder;
  return pair.second == NO_STEP;
}

static void
hint_freed(struct finder *finder, struct cause_pair pair)
{
  struct str *hint = &finder->why->hint;
  finder->why->pattern = PATTERN_FREED;
  str_add(hint, "freed too early: ");
  add_line(finder, hint, place_of_event(finder, step_at(finder, pair.first)->event));
  str_add(hint, " frees what ");
  add_line(finder, hint, place_of_event(finder, step_at(finder, pair.second)->event));
  str_add(hint, " still uses");
}

/* What the pairs look like: the most telling first, of these the nearest to the bug. */
static void
hint_pairs(struct finder *finder)
{
  static const struct {
    bool (*is)(const struct finder *, struct cause_pair);
    void (*hint)(struct finder *, struct cause_pair);
  } patterns[] = {{is_freed, hint_freed},       {is_too_late, hint_half_done},
                  {is_stale, hint_aba},         {is_stale, hint_lost_update},
                  {is_stale, hint_check_again}, {is_stale, hint_check_other},
                  {is_too_late, hint_late}};
  const struct cause *cause = finder->trace->cause;
  for (size_t k = 0; k < sizeof patterns / sizeof *patterns; k++)
    for (size_t i = cause->pairs.n; i-- > 0 && !finder->why->hint.n;)
      if (patterns[k].is(finder, cause->pairs.at[i]))
        patterns[k].hint(finder, cause->pairs.at[i]);
}

/* ---- chance ---- */

static const struct item *
look_before(const struct finder *finder, const struct item *wait)
{
  for (const struct item *item = wait; item-- > finder->items->all.at;)
    if (item->thread == wait->thread && item->kind == ITEM_READ)
      return item;
  return NULL;
}

/* The chances that the run needs: that nothing happens by chance was tried (check/shorten.c). */
static void
tell_chances(struct finder *finder)
{
  for (size_t i = 0; i < finder->items->all.n; i++) {
    const struct item *item = &finder->items->all.at[i];
    const char *name = item->kind == ITEM_INPUT ? finder->prog->inputs.at[item->input].name : NULL;
    const char *chance = name ? model_find(name)->chance : NULL;
    if (!chance)
      continue;
    struct str *out = add_reason(finder);
    str_printf(out, "%s in thread %" PRIu32 " (", chance, item->thread);
    add_line(finder, out, item->place);
    str_add(out, ")");
    const struct item *look = strstr(chance, "spurious") ? look_before(finder, item) : NULL;
    if (!look || finder->why->hint.n)
      continue;
    finder->why->pattern = PATTERN_SPURIOUS;
    str_add(&finder->why->hint,
            "a thread that wakes up has to look again: while instead of if at ");
    add_line(finder, &finder->why->hint, look->place);
  }
}

static bool
is_interrupted(const struct trace_input *trace)
{
  const struct schedule *schedule = trace->schedule;
  for (size_t i = 0; i < schedule->contexts.n; i++)
    for (size_t k = i + 1; k < schedule->contexts.n; k++)
      if (schedule->contexts.at[i].thread == schedule->contexts.at[k].thread &&
          schedule->contexts.at[i].thread)
        return true;
  return false;
}

static void
tell_alone(struct finder *finder)
{
  size_t before = finder->why->reasons.n;
  if (finder->trace->cause->chances)
    tell_chances(finder);
  if (!finder->why->title.n && finder->why->reasons.n > before)
    str_add(&finder->why->title, "this run fails because this happens");
  else if (!finder->why->title.n && finder->prog->threads.n > 1 && !is_interrupted(finder->trace))
    str_add(&finder->why->title, "no thread has to be interrupted for this");
}

/* ---- all ---- */

void
why_find(struct why *why, const struct phrases *phrases, const struct items *items)
{
  const struct trace_input *trace = phrases->trace;
  struct finder finder = {
    .phrases = phrases, .trace = trace, .prog = trace->prog, .items = items, .why = why};
  enum run_end end = trace->run->end;
  if (!trace->cause || (end != RUN_VIOLATION && end != RUN_DEADLOCK && end != RUN_RACE))
    return;
  find_held(&finder);
  if (end == RUN_DEADLOCK) {
    tell_deadlock(&finder);
  } else if (bug_is_race(trace)) {
    tell_race(&finder);
  } else if (trace_is_late(trace)) {
    tell_late(&finder);
  } else if (trace->cause->pairs.n) {
    tell_pairs(&finder);
    hint_pairs(&finder);
  }
  tell_alone(&finder);
  vec_free(&finder.held);
  sources_free(&finder.sources);
}

void
why_of(struct why *why, const struct trace_input *trace, const struct items *items)
{
  struct phrases phrases = {.trace = trace};
  for (size_t i = 0; i < items->all.n; i++)
    phrases_note(&phrases, items->all.at[i].place);
  phrases_settle(&phrases);
  why_find(why, &phrases, items);
  phrases_free(&phrases);
}

void
why_free(struct why *why)
{
  str_free(&why->title);
  for (size_t i = 0; i < why->reasons.n; i++)
    str_free(&why->reasons.at[i]);
  vec_free(&why->reasons);
  str_free(&why->end);
  str_free(&why->hint);
  vec_free(&why->places);
}

void
why_text(struct str *out, const struct why *why)
{
  if (!why->title.n)
    return;
  str_printf(out, " Why: %s", str_text(&why->title));
  for (size_t i = 0; i < why->reasons.n; i++)
    str_printf(out, "%s %s", i ? ";" : ":", str_text(&why->reasons.at[i]));
  str_add(out, ".");
  if (why->end.n)
    str_printf(out, " %s", str_text(&why->end));
  if (why->hint.n)
    str_printf(out, " Hint: %s.", str_text(&why->hint));
}
