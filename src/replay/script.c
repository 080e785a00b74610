/* From the steps of a run to the lines of a script.
 *
 * A thread's silent steps - the points it comes along between two steps that others can notice -
 * are recorded with the step before them. In the process it is the other way round: a thread waits
 * before an instruction until its turn comes. So a thread's points are held back until the step
 * that makes them matter, and the lines then stand in the order of these steps. */
#include "replay/replay.h"

#include <assert.h>
#include <string.h>

struct line {
  thread_id thread;
  event_id event;
  uint64_t addr, value;
  object_id object;
  uint64_t offset;
  bool unset, unchecked;
  bool seen;  /* it is where a step is that others can notice */
  bool part;  /* one access of an instruction that has several, */
  bool store; /* and which one */
  bool weak;  /* a part that the store buffer has to do with: it is made by itself */
  bool dropped;
  uint32_t late;     /* the number of a late store, from 1, which goes into the buffer here */
  bool leaves, dead; /* or which leaves it, of no thread, and may have nowhere to go */
};

typedef VEC(struct line) line_list;

struct held {
  line_list lines;   /* not in the script yet */
  bool divisible;    /* the point it is at has several accesses, */
  bool argument;     /* perhaps to copy what is passed by value, */
  uint64_t to, from; /* of memory from here on */
  bool copies;       /* the last thing loaded was a piece of an address: */
  uint64_t piece;
};

/* A store that others see late. */
struct waiting_store {
  thread_id thread;
  event_id event;
  uint64_t addr;
  bool waits;
};

struct writer {
  const struct prog *prog;
  const struct run *run;
  line_list lines;
  VEC(struct held) held; /* by thread */
  VEC(struct waiting_store) late;
  bool reuse;           /* of blocks that were freed */
  event_id unstoppable; /* see replay_script */
  struct map written;   /* bytes of memory that somebody has stored to */
  struct map pieces;    /* bytes that hold a piece of an address */
  struct map strays;    /* bytes that hold what uninitialised memory held */
  bool unset;           /* the load that is going on finds what nobody has written */
};

/* ---- memory -------------------------------------------------------------------------------- */

/* The object that a replay knows the address by. */
static object_id
object_at(const struct prog *prog, uint64_t address)
{
  for (object_id i = 1; i < prog->objects.n; i++) {
    const struct object *object = &prog->objects.at[i];
    if (address >= object->base && address - object->base <= object->size)
      return i;
  }
  return 0;
}

static bool
is_any(const struct map *bytes, uint64_t address, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++) {
    const uint32_t *set = map_find(bytes, address + i);
    if (set && *set)
      return true;
  }
  return false;
}

static void
set_all(struct map *bytes, uint64_t address, uint32_t n, bool to)
{
  for (uint32_t i = 0; i < n; i++)
    *map_at(bytes, address + i) = to;
}

/* Is it, or may it be, what uninitialised memory happens to hold, or a part of that? */
static bool
is_unset_within(const struct prog *prog, value_id value, unsigned depth)
{
  const struct value *node = &prog->values.at[value];
  if (!depth)
    return false;
  switch (node->op) {
  case OP_INPUT:
    return prog->inputs.at[node->imm].kind == INPUT_UNINITIALISED;
  case OP_CONCAT:
    return is_unset_within(prog, node->arg[0], depth - 1) ||
           is_unset_within(prog, node->arg[1], depth - 1);
  case OP_ITE:
    return is_unset_within(prog, node->arg[1], depth - 1) ||
           is_unset_within(prog, node->arg[2], depth - 1);
  case OP_EXTRACT:
  case OP_ZEXT:
  case OP_SEXT:
    return is_unset_within(prog, node->arg[0], depth - 1);
  default:
    return false;
  }
}

static bool
is_unset(const struct prog *prog, value_id value)
{
  enum { DEPTH = 12 };
  return is_unset_within(prog, value, DEPTH);
}

/* The same of memory that is shared, at its beginning. */
static bool
was_unset(const struct writer *w, uint64_t address, uint32_t bytes)
{
  for (size_t i = 0; i < w->prog->inits.n; i++) {
    const struct init *init = &w->prog->inits.at[i];
    uint64_t at = w->prog->objects.at[init->object].base + init->offset;
    uint64_t size = value_width(w->prog, init->value) / 8;
    if (at < address + bytes && address < at + size && is_unset(w->prog, init->value))
      return true;
  }
  return false;
}

/* Does the thread find its own late stores there? */
static bool
finds_own(const struct writer *w, thread_id thread, uint64_t address, uint32_t bytes)
{
  for (size_t i = 0; i < w->late.n; i++) {
    const struct waiting_store *store = &w->late.at[i];
    if (store->waits && store->thread == thread && store->addr < address + bytes &&
        address < store->addr + w->prog->events.at[store->event].bytes)
      return true;
  }
  return false;
}

static void
reach_memory(struct writer *w, uint64_t address, const struct event *store)
{
  set_all(&w->written, address, store->bytes, true);
  set_all(&w->strays, address, store->bytes, is_unset(w->prog, store->value));
}

/* ---- lines ---------------------------------------------------------------------------------- */

static void
release(struct writer *w, thread_id thread)
{
  line_list *lines = &w->held.at[thread].lines;
  for (size_t i = 0; i < lines->n; i++)
    vec_push(&w->lines, lines->at[i]);
  lines->n = 0;
}

/* The same at the end of the run: an instruction that has only begun does not happen any more. */
static void
release_finished(struct writer *w, thread_id thread)
{
  line_list *lines = &w->held.at[thread].lines;
  if (lines->n && w->prog->events.at[vec_last(lines).event].kind == EVENT_POINT)
    lines->n--;
  release(w, thread);
}

static void
point_at(struct writer *w, thread_id thread, const struct step *step)
{
  bool argument = w->prog->events.at[step->event].bytes == 2;
  struct line line = {.thread = thread, .event = step->event};
  line.addr = argument ? step->value : step->addr;
  line.object = line.addr ? object_at(w->prog, line.addr) : 0;
  if (line.object)
    line.offset = line.addr - w->prog->objects.at[line.object].base;
  vec_push(&w->held.at[thread].lines, line);
  w->held.at[thread].divisible = w->prog->events.at[step->event].bytes != 0;
  w->held.at[thread].argument = argument;
  w->held.at[thread].to = step->addr;
  w->held.at[thread].from = step->value ? step->value : step->addr;
  w->unset = false;
}

/* The point that this thread is behind now. */
static const struct line *
point_of(const struct writer *w, thread_id thread, const struct event *past)
{
  const line_list *lists[] = {&w->held.at[thread].lines, &w->lines};
  for (size_t k = 0; k < 2; k++)
    for (size_t i = lists[k]->n; i-- > 0;) {
      const struct line *line = &lists[k]->at[i];
      const struct event *event = &w->prog->events.at[line->event];
      if (line->thread == thread && event->kind == EVENT_POINT && event->point == past->point)
        return line;
    }
  return NULL;
}

/* Pieces of addresses: bytes of a pointer that are copied one by one differ from process to
 * process. */
static void
follow_pieces(struct writer *w, struct line *line, const struct line *point, uint32_t bytes)
{
  struct held *held = &w->held.at[line->thread];
  bool address = line->object != 0 && bytes * 8 == w->prog->pointer_bits;
  if (!point || !point->addr)
    return;
  if (!address && is_any(&w->pieces, point->addr, bytes)) { /* loaded, or about to be overwritten */
    line->unchecked = true;
    held->copies = true;
    held->piece = line->value;
  } else if (!address && held->copies && held->piece == line->value) {
    line->unchecked = true;
    set_all(&w->pieces, point->addr, bytes, true);
    held->copies = false;
    return;
  }
  if (address)
    set_all(&w->pieces, point->addr, bytes, true);
}

static void
past(struct writer *w, thread_id thread, const struct step *step)
{
  const struct event *event = &w->prog->events.at[step->event];
  struct line line = {.thread = thread, .event = step->event, .value = step->value};
  if (event->bytes) {
    line.object = object_at(w->prog, step->value);
    if (line.object)
      line.offset = step->value - w->prog->objects.at[line.object].base;
    const struct line *point = point_of(w, thread, event);
    bool stray = point && point->addr && is_any(&w->strays, point->addr, event->bytes);
    stray |= is_unset(w->prog, event->value);
    line.unset = w->unset || (stray && !line.object);
    follow_pieces(w, &line, point, event->bytes);
  }
  vec_push(&w->held.at[thread].lines, line);
  w->held.at[thread].divisible = false;
  w->unset = false;
}

/* ---- late stores ---- */

static void
leave(struct writer *w, size_t index, bool dead)
{
  struct waiting_store *store = &w->late.at[index];
  struct line line = {.thread = NOBODY, .event = store->event, .leaves = true, .dead = dead};
  line.late = (uint32_t)index + 1;
  store->waits = false;
  if (!dead)
    reach_memory(w, store->addr, &w->prog->events.at[store->event]);
  vec_push(&w->lines, line);
}

static void
leave_as(struct writer *w, const struct step *seen)
{
  for (size_t i = 0; i < w->late.n; i++)
    if (w->late.at[i].event == seen->event && w->late.at[i].waits)
      leave(w, i, false);
}

/* The process may use the memory for something else once the object's life is over; a block that
 * may be handed out again stays what it is. */
static void
leave_dead(struct writer *w, const struct step *step)
{
  object_id life = object_at(w->prog, step->addr);
  for (size_t i = 0; i < w->late.n && w->prog->objects.at[life].internal; i++) {
    const struct object *object = &w->prog->objects.at[object_at(w->prog, w->late.at[i].addr)];
    if (w->late.at[i].waits && object->life == life && step->value &&
        !(object->kind == OBJECT_HEAP && w->reuse))
      leave(w, i, true);
  }
}

/* The point of the instruction that is going on; NULL if there is none. */
static struct line *
begun(struct writer *w, thread_id thread)
{
  line_list *lines = w->held.at[thread].lines.n ? &w->held.at[thread].lines : &w->lines;
  size_t last = lines->n;
  while (last && lines->at[last - 1].thread != thread)
    last--;
  bool is_point = last && w->prog->events.at[lines->at[last - 1].event].kind == EVENT_POINT;
  return is_point ? &lines->at[last - 1] : NULL;
}

/* A buffer is emulated around an instruction, or in the middle of one that is taken apart. */
static void
buffer_access(struct writer *w, thread_id thread, const struct step *step)
{
  const struct event *event = &w->prog->events.at[step->event];
  bool late = step->kind == STEP_BUFFERED;
  if (!late && !finds_own(w, thread, step->addr, event->bytes))
    return;
  if (late)
    vec_push(&w->late, ((struct waiting_store){thread, step->event, step->addr, true}));
  if (w->held.at[thread].argument && late)
    w->unstoppable = step->event; /* the machine makes the copy once more */
  if (w->held.at[thread].divisible)
    return; /* the part will say so */
  struct line *point = begun(w, thread);
  if (!point || point->late)
    w->unstoppable = step->event;
  else if (late)
    point->late = (uint32_t)w->late.n;
}

/* ---- instructions with several accesses ---- */

static bool
has_late(const struct writer *w, thread_id thread)
{
  for (size_t i = 0; i < w->late.n; i++)
    if (w->late.at[i].waits && w->late.at[i].thread == thread)
      return true;
  return false;
}

static void
add_part(struct writer *w, thread_id thread, const struct step *step)
{
  const struct event *event = &w->prog->events.at[step->event];
  struct held *held = &w->held.at[thread];
  struct line line = {.thread = thread, .event = step->event, .part = true};
  line.store = event->kind == EVENT_STORE;
  line.offset = step->addr - (line.store ? held->to : held->from);
  line.value = event->bytes;
  line.weak = has_late(w, thread);
  line.late = step->kind == STEP_BUFFERED ? (uint32_t)w->late.n : 0;
  if (held->divisible && !w->prog->objects.at[object_at(w->prog, step->addr)].internal)
    vec_push(&held->lines, line);
}

/* The access that fails, if the instruction had begun before and is taken apart. */
static void
add_failing_part(struct writer *w, thread_id thread, const struct step *step)
{
  const struct held *held = &w->held.at[thread];
  struct line line = {.thread = thread, .event = step->event, .part = true, .value = 1};
  size_t last = w->lines.n;
  while (last && w->lines.at[last - 1].thread != thread)
    last--;
  if (!held->divisible || held->lines.n || !last ||
      (last == w->lines.n && !w->lines.at[last - 1].weak))
    return;
  line.store = object_at(w->prog, step->addr) == object_at(w->prog, held->to);
  line.offset = step->addr - (line.store ? held->to : held->from);
  vec_push(&w->held.at[thread].lines, line);
}

/* Parts that follow on one another are no parts: the instruction is executed as it is. One that
 * does not come to its end is torn too, unless it fails there. */
static void
join_parts(struct writer *w)
{
  for (size_t i = 0; i < w->lines.n; i++) {
    size_t end = i + 1;
    if (w->prog->events.at[w->lines.at[i].event].kind != EVENT_POINT)
      continue;
    while (end < w->lines.n && w->lines.at[end].part &&
           w->lines.at[end].thread == w->lines.at[i].thread)
      end++;
    size_t next = end; /* of the same thread */
    while (next < w->lines.n && w->lines.at[next].thread != w->lines.at[i].thread)
      next++;
    bool torn = next < w->lines.n ? w->lines.at[next].part : end < w->lines.n;
    for (size_t k = i + 1; k < end; k++)
      torn |= w->lines.at[k].weak;
    for (size_t k = i + 1; !torn && k < end; k++)
      w->lines.at[k].dropped = true;
  }
  size_t n = 0;
  for (size_t i = 0; i < w->lines.n; i++)
    if (!w->lines.at[i].dropped)
      w->lines.at[n++] = w->lines.at[i];
  w->lines.n = n;
}

static void
mark_seen(line_list *lines, const struct prog *prog)
{
  if (lines->n && prog->events.at[vec_last(lines).event].kind == EVENT_POINT)
    vec_last(lines).seen = true;
}

/* Nothing comes behind a step that fails: what others have been held back for goes before the last
 * lines of this thread. */
static void
release_others(struct writer *w, thread_id thread)
{
  line_list own = {0};
  size_t first = w->lines.n;
  while (first > 0 && (w->lines.at[first - 1].thread == thread || w->lines.at[first - 1].leaves))
    first--;
  for (size_t i = first; i < w->lines.n; i++)
    vec_push(&own, w->lines.at[i]);
  w->lines.n = first;
  for (thread_id t = 0; t < w->prog->threads.n; t++)
    if (t != thread)
      release_finished(w, t);
  for (size_t i = 0; i < own.n; i++)
    vec_push(&w->lines, own.at[i]);
  vec_free(&own);
}

/* A step that others can notice: everything before it belongs here. */
static void
notice(struct writer *w, thread_id thread, const struct step *step)
{
  const struct event *event = &w->prog->events.at[step->event];
  if (event->kind == EVENT_LOAD)
    w->unset = !is_any(&w->written, step->addr, event->bytes) &&
               !finds_own(w, thread, step->addr, event->bytes) &&
               was_unset(w, step->addr, event->bytes);
  if (event->kind == EVENT_STORE && step->kind == STEP_WHOLE)
    reach_memory(w, step->addr, event);
  if (event->kind == EVENT_JOIN)
    release(w, event->child);
  mark_seen(&w->held.at[thread].lines, w->prog);
  if (event->kind == EVENT_LOAD || event->kind == EVENT_STORE) {
    buffer_access(w, thread, step);
    add_part(w, thread, step);
  }
  if (event->kind == EVENT_ASSERT) {
    add_failing_part(w, thread, step);
    release_others(w, thread);
  }
  release(w, thread);
  if (event->kind == EVENT_STORE)
    leave_dead(w, step);
}

static void
collect(struct writer *w)
{
  const struct run *run = w->run;
  for (size_t i = 0; i < run->steps.n; i++) {
    const struct step *step = &run->steps.at[i];
    thread_id thread = prog_thread_of(w->prog, step->event);
    if (step->kind == STEP_SEEN) {
      leave_as(w, step);
      continue;
    }
    switch (w->prog->events.at[step->event].kind) {
    case EVENT_POINT:
      point_at(w, thread, step);
      break;
    case EVENT_PAST:
      past(w, thread, step);
      break;
    case EVENT_LOCAL:
    case EVENT_MARK:
    case EVENT_ASSUME:
      break;
    case EVENT_ASSERT: /* one that holds is noticed by nobody */
      if (!step->value)
        notice(w, thread, step);
      break;
    default:
      notice(w, thread, step);
    }
  }
  for (thread_id t = 0; t < w->prog->threads.n; t++)
    if (run->end != RUN_RACE || (t != run->race[0].thread && t != run->race[1].thread))
      release_finished(w, t);
  for (unsigned i = 0; run->end == RUN_RACE && i < 2; i++)
    release(w, run->race[i].thread);
  while (run->end == RUN_VIOLATION && w->lines.n && vec_last(&w->lines).leaves)
    w->lines.n--; /* the step that fails is the last one */
  join_parts(w);
}

/* ---- faults of memory ----------------------------------------------------------------------- */

/* The address that cannot be accessed; 0 = that is not what is wrong. The failing step has it, and
 * one that has none is about the instruction's own. */
static uint64_t
bad_address(const struct writer *w)
{
  const struct run *run = w->run;
  if (run->end != RUN_VIOLATION || w->prog->events.at[run->at].fault != FAULT_MEMORY || !w->lines.n)
    return 0;
  uint64_t addr = vec_last(&run->steps).addr;
  return addr ? addr : vec_last(&w->lines).addr;
}

static void
write_objects(struct str *out, const struct prog *prog)
{
  str_add(out, "static const struct heddle_object objects[] = {\n  {0, 0},\n");
  for (object_id i = 1; i < prog->objects.n; i++)
    str_printf(out, "  {%lluu, %lluu},\n", (unsigned long long)prog->objects.at[i].base,
               (unsigned long long)prog->objects.at[i].size);
  str_add(out, "};\n\n");
}

static void
write_fault(struct str *out, const struct writer *w)
{
  uint64_t addr = bad_address(w);
  object_id id = addr ? object_at(w->prog, addr) : 0;
  const struct object *object = &w->prog->objects.at[id];
  bool inside = id && addr - object->base < object->size &&
                !event_is_behind_extent(&w->prog->events.at[w->run->at]);
  bool owned = object->kind == OBJECT_STACK || object->kind == OBJECT_THREAD_LOCAL;
  if (addr)
    str_printf(
      out, "  .objects = objects,\n  .address = %lluu,\n  .outside = %d,\n  .owner = %u,\n",
      (unsigned long long)addr, !inside, inside && owned ? (unsigned)object->thread + 1 : 0);
}

/* ---- locks ---------------------------------------------------------------------------------- */

static bool
in_model(const struct prog *prog, event_id event)
{
  return prog->places.at[prog->events.at[event].place].model;
}

/* Real locks do not report misuse, are not cancelled the way the models are, and need privileges
 * for priorities. */
static bool
wants_models(const struct writer *w)
{
  static const char *const functions[] = {
    "pthread_cancel",
    "pthread_mutexattr_setprotocol",
    "pthread_mutexattr_setrobust",
  };
  if (w->run->end == RUN_VIOLATION && in_model(w->prog, w->run->at) &&
      w->prog->events.at[w->run->at].fault >= FAULT_MEMORY)
    return true;
  for (size_t i = 0; i < w->run->steps.n; i++) {
    const struct event *event = &w->prog->events.at[w->run->steps.at[i].event];
    for (size_t k = 0; k < sizeof functions / sizeof *functions; k++)
      if (!strcmp(w->prog->places.at[event->place].function, functions[k]))
        return true;
  }
  return false;
}

/* ---- text ------------------------------------------------------------------------------------ */

static void
write_comment(struct str *out, const struct prog *prog, const struct line *line)
{
  const struct event *event = &prog->events.at[line->event];
  const struct place *place = &prog->places.at[event->place];
  if ((event->kind == EVENT_POINT || line->leaves) && event->place)
    str_printf(out, " // %s, %s:%u", place->function, place->file, (unsigned)place->line);
  str_add(out, "\n");
}

static void
write_line(struct str *out, const struct prog *prog, const struct line *line)
{
  const struct event *event = &prog->events.at[line->event];
  bool past = event->kind == EVENT_PAST;
  if (line->leaves) {
    str_printf(out, "  {~0u, LINE_LEAVE, %s, 0, 0, 0, 0, %u},", line->dead ? "LINE_DEAD" : "0",
               (unsigned)line->late);
    write_comment(out, prog, line);
    return;
  }
  str_printf(out, "  {%u, %s, %s%s%s, %u, %u, %lluu, %lluu", (unsigned)line->thread,
             past         ? "LINE_PAST"
             : line->part ? "LINE_PART"
                          : "LINE_POINT",
             past && event->bytes ? "LINE_VALUE"
             : line->seen         ? "LINE_SEEN"
             : line->store        ? "LINE_STORE"
                                  : "0",
             line->unset ? " | LINE_UNSET" : "", line->unchecked ? " | LINE_UNCHECKED" : "",
             (unsigned)event->point, (unsigned)line->object, (unsigned long long)line->offset,
             (unsigned long long)line->value);
  if (line->late)
    str_printf(out, ", %u", (unsigned)line->late);
  str_add(out, "},");
  write_comment(out, prog, line);
}

static void
write_end(struct str *out, const struct replay_input *input)
{
  const struct run *run = input->run;
  const struct event *event = &input->prog->events.at[run->at];
  static const char *const ends[] = {
    [RUN_DONE] = "END_NOTHING",    [RUN_VIOLATION] = "END_FAULT",   [RUN_STUCK] = "END_NOTHING",
    [RUN_INVALID] = "END_NOTHING", [RUN_DEADLOCK] = "END_DEADLOCK", [RUN_RACE] = "END_RACE",
  };
  bool fault = run->end == RUN_VIOLATION;
  str_printf(out, "  .end = %s,\n  .fault = %d,\n  .what = \"%s\",\n", ends[run->end],
             fault ? (int)event->fault : 0,
             fault                      ? fault_words(event->fault)
             : run->end == RUN_DEADLOCK ? "deadlock"
             : run->end == RUN_RACE     ? "data race"
                                        : "every step is taken");
  if (run->end == RUN_DEADLOCK)
    str_printf(out, "  .waiting = waiting,\n  .n_waiting = %zu,\n", run->waiting.n);
  if (run->end == RUN_RACE)
    str_printf(out, "  .racing = {%u, %u},\n", (unsigned)run->race[0].thread,
               (unsigned)run->race[1].thread);
}

event_id
replay_script(struct str *out, const struct replay_input *input)
{
  const struct prog *prog = input->prog;
  struct writer w = {
    .prog = prog, .run = input->run, .reuse = prog->reuses, .unstoppable = NO_EVENT};
  vec_resize(&w.held, prog->threads.n);
  collect(&w);
  str_add(out, "/* The steps of a replay, written by heddle: thread, kind, flags, point, object,\n"
               " * offset, value. */\n#include \"script.h\"\n\n"
               "static const struct heddle_line lines[] = {\n");
  for (size_t i = 0; i < w.lines.n; i++)
    write_line(out, prog, &w.lines.at[i]);
  str_add(out, "  {0},\n};\n\n");
  if (bad_address(&w))
    write_objects(out, prog);
  if (input->run->end == RUN_DEADLOCK) {
    str_add(out, "static const unsigned waiting[] = {");
    for (size_t i = 0; i < input->run->waiting.n; i++)
      str_printf(out, "%u, ", (unsigned)input->run->waiting.at[i].thread);
    str_add(out, "};\n\n");
  }
  str_printf(out,
             "const struct heddle_script heddle_script = {\n  .lines = lines,\n"
             "  .n_lines = %zu,\n  .n_objects = %zu,\n  .n_late = %zu,\n"
             "  .most = %zu,\n"
             "  .switches = {%d, %d, %d, %d, %d},\n  .real_locks = %d,\n",
             w.lines.n, prog->objects.n, w.late.n, prog->threads.n - 1, input->malloc_fails,
             !input->no_spurious, prog->reuses, input->handle_first, prog->same_ids,
             !wants_models(&w));
  write_end(out, input);
  write_fault(out, &w);
  str_add(out, "};\n");
  for (size_t i = 0; i < w.held.n; i++)
    vec_free(&w.held.at[i].lines);
  vec_free(&w.held);
  vec_free(&w.lines);
  vec_free(&w.late);
  map_free(&w.written);
  map_free(&w.pieces);
  map_free(&w.strays);
  return w.unstoppable;
}

enum replay_build
replay_build_for(const struct replay_input *input)
{
  const struct run *run = input->run;
  if (run->end == RUN_RACE) /* there is no such thing for 32-bit programs */
    return input->prog->pointer_bits == 32 ? REPLAY_PLAIN : REPLAY_THREAD;
  return run->end == RUN_VIOLATION && input->prog->events.at[run->at].fault == FAULT_MEMORY
           ? REPLAY_ADDRESS
           : REPLAY_PLAIN;
}
