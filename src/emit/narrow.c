/* What intervals are good for: a variable gets no more bits than its numbers need, or - instead,
 * for a narrow type would hide what is claimed - loads and stores are followed by a statement that
 * the interval holds.
 *
 * Only what is small as an unsigned number is narrowed, so reading a variable always means to put
 * zeros before its bits: a cast to the type that it would have had. An interval is one of values
 * that something depends on. What is computed from a load that does not happen may lie outside, and
 * loses bits; nothing looks at it (doc/encoding.md, section 2). */
#include <inttypes.h>

#include "base/mutant.h"
#include "emit/emission.h"

static bool
narrows(const struct emission *e)
{
  return e->request->ranges && !e->request->claims;
}

static unsigned
bits_of(struct range range)
{
  unsigned bits = 1;
  if (range.empty)
    return range.width;
  while (bits < range.width && range.umax >> bits)
    bits++;
  return bits > 1 && MUTANT(EMITTED_BIT_LOST) ? bits - 1 : bits;
}

unsigned
emit_bits_of_value(const struct emission *e, value_id value)
{
  unsigned width = value_width(e->prog, value);
  return narrows(e) && width > 1 ? bits_of(ranges_get(e->request->ranges, value)) : width;
}

unsigned
emit_bits_of_cell(const struct emission *e, const struct cell *cell)
{
  if (!narrows(e))
    return 8 * cell->bytes;
  return bits_of(ranges_of_cell(e->request->ranges, cell->object, cell->offset, cell->bytes));
}

void
emit_declare(struct str *out, unsigned width, unsigned bits)
{
  if (bits < width)
    str_printf(out, "STATE NARROW(%u, %s) ", bits, bits == 1 ? "uint8_t" : emit_type(bits));
  else
    str_printf(out, "STATE %s ", emit_type(width));
}

/* ---- claims ---- */

static void
add_and(struct str *out)
{
  str_add(out, out->n ? " && " : "");
}

static void
add_unsigned(struct emission *e, struct str *out, const char *name, struct range range)
{
  bool one = range.umin == range.umax;
  if (range.umin) {
    str_printf(out, "%s %s ", name, one ? "==" : ">=");
    emit_constant(e, out, range.umin, range.width);
  }
  if (range.umax < bits_mask(range.width) && !(one && range.umin)) {
    add_and(out);
    str_printf(out, "%s %s ", name, one ? "==" : "<=");
    emit_constant(e, out, range.umax, range.width);
  }
}

/* Where the numbers lie on both sides of zero. */
static void
add_signed(struct str *out, const char *name, struct range range)
{
  const char *type = emit_type(range.width) + 1, *suffix = range.width > 32 ? "ll" : "";
  struct range full = range_full(range.width);
  if (range.smin > full.smin)
    str_printf(out, "(%s)%s >= %" PRId64 "%s", type, name, range.smin, suffix);
  if (range.smax < full.smax) {
    add_and(out);
    str_printf(out, "(%s)%s <= %" PRId64 "%s", type, name, range.smax, suffix);
  }
}

/* Known bits, but for the first ones that least and greatest number have in common. */
static void
add_bits(struct str *out, const char *name, struct range range)
{
  uint64_t tail = range.umin ^ range.umax;
  for (unsigned i = 1; i < 64; i *= 2)
    tail |= tail >> i;
  uint64_t known = (range.zeros | range.ones) & tail;
  if (!known)
    return;
  add_and(out);
  str_printf(out, "(%s & 0x%" PRIx64 "ull) == 0x%" PRIx64 "ull", name, known, range.ones & known);
}

/* A store leaves a value that can be stored in a cell that can hold it. */
static struct range
range_of(const struct emission *e, const struct event *event)
{
  const struct ranges *ranges = e->request->ranges;
  struct range range = ranges_get(ranges, event->value);
  if (event->kind == EVENT_LOAD)
    return range;
  struct target target = e->prog->targets.at[event->first_target];
  return range_meet(range, ranges_of_cell(ranges, target.object, target.offset, event->bytes));
}

bool
emit_claim(struct emission *e, struct str *out, const struct event *event, const char *name)
{
  struct range range = range_of(e, event);
  uint32_t bytes = range.width / 8;
  if (range.empty)
    return false;
  add_unsigned(e, out, name, range);
  if (!out->n && !(bytes & (bytes - 1)))
    add_signed(out, name, range);
  add_bits(out, name, range);
  return out->n > 0;
}
