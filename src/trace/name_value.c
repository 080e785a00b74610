/* Values as C writes them, according to the type of the memory they are read from or written to. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/trace.h"
#include "trace/view.h"

static bool
kind_is_signed(enum type_kind kind)
{
  return kind == TYPE_SIGNED || kind == TYPE_CHAR || kind == TYPE_ENUM;
}

/* The shortest decimal that reads back as the same number. */
static void
add_real(struct str *out, uint64_t bits, unsigned width)
{
  char text[64];
  uint32_t half = (uint32_t)bits;
  float narrow;
  double wide;
  memcpy(&narrow, &half, sizeof narrow);
  memcpy(&wide, &bits, sizeof wide);
  double number = width == 32 ? (double)narrow : wide;
  for (int digits = 6; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, number);
    double back = strtod(text, NULL);
    if (width == 32 ? (float)back == narrow : back == wide)
      break;
  }
  str_add(out, text);
  if (!strpbrk(text, ".,en"))
    str_add(out, ".0");
}

static void
add_char(struct str *out, uint64_t bits, unsigned width)
{
  if (bits == '\'' || bits == '\\')
    str_printf(out, "'\\%c'", (char)bits);
  else if (bits >= 32 && bits < 127)
    str_printf(out, "'%c'", (char)bits);
  else if (bits == '\n')
    str_add(out, "'\\n'");
  else if (bits == 0)
    str_add(out, "'\\0'");
  else
    str_printf(out, "%" PRId64, bits_signed(bits, width));
}

static void
add_enum(struct str *out, const struct prog *prog, const struct type *type, uint64_t bits,
         unsigned width)
{
  for (uint32_t i = 0; i < type->n_members; i++) {
    const struct type_member *member = &prog->members.at[type->first_member + i];
    if (((member->offset ^ bits) & bits_mask(width)) == 0) {
      str_add(out, member->name);
      return;
    }
  }
  str_printf(out, "%" PRId64, bits_signed(bits, width));
}

static void
add_pointer(struct str *out, const struct prog *prog, const struct type *type, uint64_t bits)
{
  if (!bits)
    str_add(out, "NULL");
  else if (!name_address(out, prog, bits, type->element))
    str_printf(out, "0x%" PRIx64, bits);
}

/* `width` is the type's, or that of a bit-field. */
static void
add_scalar(struct str *out, const struct prog *prog, type_id id, uint64_t bits, unsigned width)
{
  const struct type *type = &prog->types.at[id];
  switch (type->kind) {
  case TYPE_SIGNED:
    str_printf(out, "%" PRId64, bits_signed(bits, width));
    break;
  case TYPE_BOOL:
    if (bits <= 1)
      str_add(out, bits ? "true" : "false");
    else
      str_printf(out, "%" PRIu64, bits);
    break;
  case TYPE_CHAR:
    add_char(out, bits, width);
    break;
  case TYPE_FLOAT:
    if (width == 32 || width == 64)
      add_real(out, bits, width);
    else
      str_printf(out, "0x%" PRIx64, bits);
    break;
  case TYPE_ENUM:
    add_enum(out, prog, type, bits, width);
    break;
  case TYPE_POINTER:
    add_pointer(out, prog, type, bits);
    break;
  default:
    str_printf(out, "%" PRIu64, bits);
  }
}

static void add_view(struct str *out, const struct prog *prog, struct view view, uint64_t value);

static unsigned
least(uint64_t a, uint64_t b)
{
  return (unsigned)(a < b ? a : b);
}

static void
add_member(struct str *out, const struct prog *prog, const struct type_member *member,
           uint64_t bits, unsigned width, bool whole)
{
  if (!whole)
    str_printf(out, "0x%" PRIx64, bits);
  else if (member->bits)
    add_scalar(out, prog, member->type, bits, width);
  else
    add_view(out, prog, view_find(NULL, prog, member->type, 0, width / 8, false), bits);
}

/* `{a = 1, b = 2}`, or the value alone if only one member lies in the view. */
static void
add_members(struct str *out, const struct prog *prog, struct view view, uint64_t value)
{
  const struct type *type = &prog->types.at[view.type];
  struct str list = {0};
  struct str single = {0};
  unsigned n = 0;
  for (uint32_t i = 0; i < type->n_members; i++) {
    const struct type_member *member = &prog->members.at[type->first_member + i];
    int64_t first;
    uint64_t width;
    if (!view_overlap(prog, member, view.offset, view.bytes, &first, &width))
      continue;
    uint64_t low = first < 0 ? 0 : (uint64_t)first;
    uint64_t end = least((uint64_t)(first + (int64_t)width), least(8 * view.bytes, 64));
    if (end <= low)
      continue;
    bool whole = first >= 0 && end - low == width;
    uint64_t bits = value >> low & bits_mask((unsigned)(end - low));
    single.n = 0;
    add_member(&single, prog, member, bits, (unsigned)(end - low), whole);
    str_printf(&list, "%s%s%s%s", n++ ? ", " : "", member->name, *member->name ? " = " : "",
               str_text(&single));
  }
  if (n == 1)
    str_add(out, str_text(&single));
  else
    str_printf(out, "{%s}", str_text(&list));
  str_free(&list);
  str_free(&single);
}

static void
add_elements(struct str *out, const struct prog *prog, struct view view, uint64_t value)
{
  type_id element = prog->types.at[view.type].element;
  uint32_t size = (uint32_t)prog->types.at[element].size;
  str_add(out, "{");
  for (uint32_t at = 0; at < view.bytes && at < 8; at += size) {
    uint64_t bits = value >> 8 * at & bits_mask(8 * size);
    str_add(out, at ? ", " : "");
    add_view(out, prog, view_find(NULL, prog, element, 0, size, false), bits);
  }
  str_add(out, "}");
}

/* Nothing is known about the bytes, but a number that is some object's address is likely to be
 * meant as one. */
static void
add_untyped(struct str *out, const struct prog *prog, uint32_t bytes, uint64_t value)
{
  str_printf(out, "%" PRId64, bits_signed(value, least(8 * bytes, 64)));
  if (8 * bytes != prog->pointer_bits)
    return;
  struct str address = {0};
  if (name_address(&address, prog, value, 0))
    str_printf(out, " (%s)", str_text(&address));
  str_free(&address);
}

static void
add_view(struct str *out, const struct prog *prog, struct view view, uint64_t value)
{
  switch (view.kind) {
  case VIEW_SCALAR:
    add_scalar(out, prog, view.type, value, least(8 * view.bytes, 64));
    break;
  case VIEW_MEMBERS:
    add_members(out, prog, view, value);
    break;
  case VIEW_ELEMENTS:
    add_elements(out, prog, view, value);
    break;
  case VIEW_BYTES:
    if (view.type)
      str_printf(out, "0x%" PRIx64, value);
    else
      add_untyped(out, prog, view.bytes, value);
    break;
  }
}

void
name_value(struct str *out, const struct prog *prog, object_id object, uint64_t offset,
           uint32_t bytes, uint64_t value)
{
  add_view(out, prog, view_object(NULL, prog, object, offset, bytes, false), value);
}

bool
value_is_signed(const struct prog *prog, object_id object, uint64_t offset, uint32_t bytes)
{
  struct view view = view_object(NULL, prog, object, offset, bytes, false);
  if (view.kind == VIEW_SCALAR)
    return kind_is_signed(prog->types.at[view.type].kind);
  return view.kind == VIEW_BYTES && !view.type;
}
