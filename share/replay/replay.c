/* Points: what the program calls before and after its instructions. The script tells what must be
 * found: the same point, the same place in memory, the same value. Addresses differ from one
 * process to the next, so those are compared by object: wherever the process has put an object when
 * it is met first, there it must stay. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../models/heddle.h"
#include "replay.h"

static void **bases; /* by object; NULL = not met yet */
static _Thread_local unsigned last_point;
static _Thread_local void *last_address; /* that it reads or writes */

static void
find_bases(void)
{
  bases = calloc(heddle_script.n_objects + 1, sizeof *bases);
  if (!bases)
    report_diverged("out of memory");
  for (const struct heddle_global *global = heddle_replay_globals; global->object; global++)
    if (global->object < heddle_script.n_objects)
      bases[global->object] = global->address;
}

static void **
base_of(unsigned object)
{
  static int made;
  if (!__atomic_load_n(&made, __ATOMIC_ACQUIRE)) { /* the first thread is alone */
    find_bases();
    __atomic_store_n(&made, 1, __ATOMIC_RELEASE);
  }
  return &bases[object];
}

void *
replay_base(unsigned object)
{
  return object ? *base_of(object) : NULL;
}

static unsigned
line_number(const struct heddle_line *line)
{
  return (unsigned)(line - heddle_script.lines);
}

static unsigned
file_line(const struct heddle_line *line)
{
  return line_number(line) + SCRIPT_FIRST_LINE;
}

/* Is this address the one that the line means? */
static bool
is_place(const struct heddle_line *line, const char *address)
{
  char *base = (char *)(uintptr_t)(address - line->offset);
  void **known = base_of(line->object);
  if (!*known)
    *known = base;
  return *known == base;
}

static const struct heddle_line *
take(enum heddle_line_kind kind, unsigned point)
{
  const struct heddle_line *line = turns_take();
  if (line && (line->point != point || line->kind != kind))
    report_diverged("line %u of script.c: thread %u is %s point %u, and not %s point %u",
                    file_line(line), turns_self(), kind == LINE_POINT ? "at" : "behind", point,
                    line->kind == LINE_POINT ? "at" : "behind", line->point);
  return line;
}

/* Faults of memory that sanitizers do not notice: an address far outside the object it was computed
 * from, or a variable of a thread that has ended. The process knows where the object lies. */
static const char *fault_seen;

static void
look_for_fault(const struct heddle_line *line, const char *address, char *origin)
{
  if (heddle_script.end != END_FAULT || line_number(line) + 1 != heddle_script.n_lines ||
      !line->object)
    return;
  char *base = origin ? origin : replay_base(line->object);
  if (heddle_script.outside && base && address == base + line->offset)
    fault_seen = "the address is outside the object it was computed from";
  if (heddle_script.owner && thread_has_ended(heddle_script.owner - 1))
    fault_seen = "the variable is one of a thread that has ended";
}

/* Without ThreadSanitizer, which 32-bit programs do not have, we know what the two threads were
 * about to touch; and where it has reported a race before it does not report another one. */
enum { MOST_THREADS = 4096 };
static struct touched {
  char *address;
  unsigned size;
} touched[MOST_THREADS];

static bool
is_race(void)
{
  if (heddle_script.racing[0] >= MOST_THREADS || heddle_script.racing[1] >= MOST_THREADS)
    return false;
  struct touched a = touched[heddle_script.racing[0]], b = touched[heddle_script.racing[1]];
  return a.address < b.address + b.size && b.address < a.address + a.size &&
         (sizeof(void *) == 4 || report_raced(a.address, a.size));
}

void
replay_survived(void)
{
  if (heddle_script.end == END_RACE && is_race()) {
    report_reproduced("two threads are about to touch the same memory");
    abort();
  }
  if (!fault_seen)
    return;
  report_reproduced("%s: %s", heddle_script.what, fault_seen);
  abort();
}

static bool
is_unset(const struct heddle_line *line, unsigned point)
{
  return line->kind == LINE_PAST && line->point == point && line->flags & LINE_UNSET;
}

void
heddle_replay_point(unsigned point, void *address, unsigned size, void *origin)
{
  const struct heddle_line *line = take(LINE_POINT, point);
  last_point = point;
  last_address = address;
  if (turns_self() < MOST_THREADS && line)
    touched[turns_self()] = (struct touched){address, size};
  if (!line)
    return;
  look_for_fault(line, address, origin);
  bool outside = heddle_script.outside && line_number(line) + 1 == heddle_script.n_lines;
  if (line->object && !outside && !is_place(line, address))
    report_diverged("line %u of script.c: thread %u is at %p, and not at %llu bytes from %p",
                    file_line(line), turns_self(), address, line->offset, *base_of(line->object));
  const struct heddle_line *next = turns_peek();
  if (!next || next->kind != LINE_PART)
    buffers_begin(line->late, address, size);
  if (next && is_unset(next, point) && size <= sizeof next->value)
    memcpy(address, &next->value, size);
}

static bool
is_value(const struct heddle_line *line, uint64_t value, unsigned size)
{
  if (line->flags & (LINE_UNCHECKED | LINE_UNSET) || !(line->flags & LINE_VALUE))
    return true;
  report_count_value();
  if (line->object)
    return value == line->value || is_place(line, (const char *)(uintptr_t)value);
  if (size & RESULT_IS_POINTER) /* it points nowhere: all we know is whether it is NULL */
    return !value == !line->value;
  return value == line->value;
}

void
heddle_replay_past(unsigned point, uint64_t value, unsigned size)
{
  const struct heddle_line *next = turns_peek();
  if (next && is_unset(next, point) && last_point == point && last_address)
    memcpy(last_address, &next->value, size & ~(unsigned)RESULT_IS_POINTER); /* what was stored */
  buffers_end(); /* before anybody else has a turn */
  const struct heddle_line *line = take(LINE_PAST, point);
  if (line && size && !is_value(line, value, size))
    report_diverged("line %u of script.c: thread %u finds %#llx, and not %#llx", file_line(line),
                    turns_self(), (unsigned long long)value, line->value);
}

unsigned
replay_point(void)
{
  return last_point;
}

const struct heddle_line *
replay_return(void)
{
  for (unsigned n = 0;; n++) {
    const struct heddle_line *line = turns_peek_at(n);
    if (!line || (line->kind == LINE_PAST && line->point == last_point))
      return line;
  }
}

/* How many lines there are up to there. */
static unsigned
lines_to_seen(bool last)
{
  unsigned found = 0;
  for (unsigned n = 0;; n++) {
    const struct heddle_line *line = turns_peek_at(n);
    if (!line || (line->kind == LINE_PAST && line->point == last_point))
      return found;
    if (line->flags & LINE_SEEN && (last || !found))
      found = n + 1;
  }
}

void
replay_pass_first(void)
{
  for (unsigned n = lines_to_seen(false); n; n--)
    turns_take();
}

void
replay_pass_last(void)
{
  for (unsigned n = lines_to_seen(true); n; n--)
    turns_take();
}

void
heddle_replay_skip(unsigned point)
{
  for (;;) {
    const struct heddle_line *line = turns_peek();
    if (!line || (line->kind == LINE_PAST && line->point == point))
      return;
    turns_take();
  }
}

uint64_t
replay_result(void)
{
  const struct heddle_line *line = turns_peek();
  if (!line || line->kind != LINE_PAST)
    return 0;
  if (line->object && replay_base(line->object))
    return (uint64_t)(uintptr_t)replay_base(line->object) + line->offset;
  return line->value;
}

/* ---- unnamed arguments, as frontend/variadic.c has them ------------------------------------- */

static _Thread_local void *unnamed;

void
heddle_replay_pass_unnamed(void *area)
{
  unnamed = area;
}

void *
heddle_replay_take_unnamed(void)
{
  return unnamed;
}

/* No register is left: everything is in the area. */
void
heddle_replay_start_unnamed(void *list, void *area)
{
  const struct {
    unsigned gp_offset, fp_offset;
    void *overflow_area, *save_area;
  } used_up = {48, 176, area, NULL};
  if (sizeof(void *) == 4)
    memcpy(list, &area, sizeof area);
  else
    memcpy(list, &used_up, sizeof used_up);
}

_Bool
heddle_replay_fails(void)
{
  const struct heddle_line *line = turns_peek();
  return line && line->kind == LINE_PAST && !line->value;
}

uint64_t
heddle_replay_recorded(void)
{
  return replay_result();
}

uint64_t
heddle_replay_take(void)
{
  const struct heddle_line *line = take(LINE_PAST, 0);
  return line ? line->value : 0;
}

uint64_t
heddle_replay_main_argument(unsigned index)
{
  static char name[8] = "program";
  static char *arguments[2] = {name};
  return index == 0 ? 1 : index == 1 ? (uint64_t)(uintptr_t)arguments : 0;
}

/* ---- places that must not be reached ----------------------------------------------------- */

static void
reach(const char *what)
{
  if (fault_is_expected(HEDDLE_ERROR_LOCATION)) {
    report_reproduced("%s", what);
    abort();
  }
  report_diverged("%s too early", what);
}

/* A function whose calls are errors, if that is asked for. */
void
heddle_replay_error_call(void)
{
  if (fault_is_expected(HEDDLE_ERROR_LOCATION))
    reach("the error location is reached");
}

void
heddle_replay_assume(_Bool condition)
{
  if (!condition)
    reach("what __builtin_assume promises does not hold");
}

/* Labels count only if calls are not all that does. */
void
heddle_replay_error_label(void)
{
  if (fault_is_expected(HEDDLE_ERROR_LOCATION))
    reach("the label ERROR is reached");
}

void
heddle_replay_unreachable(void)
{
  reach("the unreachable is reached");
}

int
main(void)
{
  report_begin();
  turns_begin(0);
  if (heddle_script.end == END_NOTHING && !heddle_script.n_lines)
    report_followed();
  int status = heddle_replay_program();
  extern void __heddle_finish(void);
  __heddle_finish();
  if (!turns_all_taken()) /* the others are still on their way when main has returned */
    turns_park();
  if (heddle_script.end != END_NOTHING)
    report_diverged("the program has ended: %s", heddle_script.what);
  report_followed();
  return status;
}
