/* Points: the functions that the program calls before and after its instructions. The script says
 * what must be found: the same point, the same place in memory, the same value. Addresses differ
 * from one process to the next, so they are compared by object: the process may put an object
 * anywhere, but it must stay where it was seen first. */
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

/* The memory that the instruction to come touches: one piece, or two if it copies. */
struct piece {
  char *address;
  uint64_t size;
  char *origin;  /* the variable that the address was computed from; NULL = not known */
  uint64_t room; /* its size */
};
enum { MOST_PIECES = 2 };
static _Thread_local struct piece pieces[MOST_PIECES];
static _Thread_local unsigned n_pieces;

void
heddle_replay_touch(void *address, uint64_t size, void *origin, uint64_t room)
{
  if (n_pieces < MOST_PIECES)
    pieces[n_pieces++] = (struct piece){address, size, origin, room};
}

static bool
is_within(const struct piece *piece, const char *base, uint64_t room)
{
  uint64_t offset = (uint64_t)(piece->address - base);
  return offset <= room && piece->size <= room - offset;
}

/* Faults of memory that sanitizers do not notice: an address outside the object it was computed
 * from, which may lie in another one, or a variable of a thread that has ended. Which object that
 * is the program may know itself. Else it is the one that is as far away from the address as it is
 * in the trace: objects lie elsewhere in the process, so only what an address is computed from
 * keeps its distance. */
static const char *fault_seen;

static bool
is_outside_of(const struct piece *piece, unsigned object)
{
  const struct heddle_object *known = &heddle_script.objects[object];
  char *base = replay_base(object);
  if (!heddle_script.outside && heddle_script.address - known->base >= known->size)
    return false; /* it begins in another one */
  uintptr_t fault = (uintptr_t)base + (uintptr_t)(heddle_script.address - known->base);
  return base && fault - (uintptr_t)piece->address < (piece->size ? piece->size : 1) &&
         !is_within(piece, base, known->size);
}

static bool
is_outside(const struct piece *piece)
{
  if (piece->origin && !is_within(piece, piece->origin, piece->room))
    return true;
  for (unsigned i = 1; heddle_script.address && i < heddle_script.n_objects; i++)
    if (is_outside_of(piece, i))
      return true;
  return false;
}

static bool
is_last(const struct heddle_line *line)
{
  return line_number(line) + 1 == heddle_script.n_lines;
}

static void
look_for_fault(const struct heddle_line *line)
{
  if (heddle_script.end != END_FAULT || heddle_script.fault != HEDDLE_MEMORY || !is_last(line))
    return;
  for (unsigned i = 0; i < n_pieces; i++)
    if (is_outside(&pieces[i]))
      fault_seen = "the address is outside the object it was computed from";
  if (heddle_script.owner && thread_has_ended(heddle_script.owner - 1))
    fault_seen = "the variable is one of a thread that has ended";
}

void
replay_part(const struct heddle_line *line, const char *address, uint64_t size)
{
  n_pieces = 0;
  heddle_replay_touch((void *)(uintptr_t)address, size, NULL, 0);
  look_for_fault(line);
}

/* Without ThreadSanitizer, which 32-bit programs do not have, we know what the two threads were
 * about to touch; and where it has reported a race before it does not report another one. A section
 * touches it all at once: what it does is no longer in the script. */
enum { MOST_TOUCHED = 256 };
static struct touched {
  struct piece at[MOST_TOUCHED];
  unsigned n;
} touched[2]; /* of the threads that race */

static void
note_touched(bool first)
{
  for (unsigned k = 0; k < 2; k++) {
    struct touched *all = &touched[k];
    if (heddle_script.end != END_RACE || heddle_script.racing[k] != turns_self())
      continue;
    if (first)
      all->n = 0;
    for (unsigned i = 0; i < n_pieces && all->n < MOST_TOUCHED; i++)
      all->at[all->n++] = pieces[i];
  }
}

static bool
is_race_of(const struct piece *a, const struct piece *b)
{
  return a->address < b->address + b->size && b->address < a->address + a->size &&
         (sizeof(void *) == 4 || report_raced(a->address, a->size));
}

static bool
is_race(void)
{
  for (unsigned i = 0; i < touched[0].n; i++)
    for (unsigned k = 0; k < touched[1].n; k++)
      if (is_race_of(&touched[0].at[i], &touched[1].at[k]))
        return true;
  return false;
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
heddle_replay_point(unsigned point, void *address, unsigned size)
{
  const struct heddle_line *line = take(LINE_POINT, point);
  last_point = point;
  last_address = address;
  note_touched(line != NULL);
  if (line)
    look_for_fault(line);
  n_pieces = 0;
  if (!line)
    return;
  bool outside = heddle_script.outside && is_last(line);
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

/* ---- unnamed arguments, as unfold/variadic.c has them ------------------------------------- */

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
