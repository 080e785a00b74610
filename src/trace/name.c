/* Memory as C expressions.
 *
 * An access is an object, an offset and a number of bytes. Starting at the object's type we
 * descend as long as one member or one element holds all the bytes, and write down the path. In a
 * union every member lies at the same place: there we take the one in which the access fits best,
 * an exact scalar before a whole aggregate before a part of something. What remains is a scalar,
 * or several members (`s.{a,b}`), several elements (`a[0..3]`) or plain bytes (`x[byte 1]`). */
#include "trace/view.h"

#include <inttypes.h>
#include <string.h>

#include "trace/trace.h"

static void
rewind_to(struct str *str, size_t length)
{
  str->n = length;
  if (str->text)
    str->text[length] = 0;
}

/* ---- descending ---------------------------------------------------------- */

static uint64_t
member_bits(const struct prog *prog, const struct type_member *member)
{
  return member->bits ? member->bits : 8 * prog->types.at[member->type].size;
}

/* An array without a length at the end of a struct reaches as far as the object does. */
static bool
is_flexible(const struct prog *prog, const struct type_member *member)
{
  const struct type *type = &prog->types.at[member->type];
  return type->kind == TYPE_ARRAY && member->type && type->size == 0;
}

bool
view_overlap(const struct prog *prog, const struct type_member *member, uint64_t offset,
             uint32_t bytes, int64_t *first, uint64_t *width)
{
  *first = (int64_t)member->offset - (int64_t)(8 * offset);
  *width = member_bits(prog, member);
  return *first < (int64_t)(8 * bytes) && *first + (int64_t)*width > 0;
}

static bool
member_holds(const struct prog *prog, const struct type_member *member, uint64_t offset,
             uint32_t bytes)
{
  if (member->bits || member->offset > 8 * offset)
    return false;
  return is_flexible(prog, member) ||
         8 * (offset + bytes) <= member->offset + member_bits(prog, member);
}

static void
add_bytes(struct str *path, uint64_t offset, uint32_t bytes)
{
  if (!path)
    return;
  if (bytes <= 1)
    str_printf(path, "[byte %" PRIu64 "]", offset);
  else
    str_printf(path, "[bytes %" PRIu64 "-%" PRIu64 "]", offset, offset + bytes - 1);
}

static struct view
as_bytes(struct str *path, type_id type, uint64_t offset, uint32_t bytes)
{
  add_bytes(path, offset, bytes);
  return (struct view){VIEW_BYTES, type, offset, bytes};
}

static struct view
in_array(struct str *path, const struct prog *prog, type_id id, uint64_t offset, uint32_t bytes,
         bool outside)
{
  const struct type *type = &prog->types.at[id];
  uint64_t size = prog->types.at[type->element].size;
  if (!type->element || !size)
    return as_bytes(path, id, offset, bytes);
  if (offset / size == (offset + bytes - 1) / size) {
    if (path)
      str_printf(path, "[%" PRIu64 "]", offset / size);
    return view_find(path, prog, type->element, offset % size, bytes, outside);
  }
  if (offset % size || bytes % size)
    return as_bytes(path, id, offset, bytes);
  if (path && bytes != type->size)
    str_printf(path, "[%" PRIu64 "..%" PRIu64 "]", offset / size, (offset + bytes) / size - 1);
  return (struct view){VIEW_ELEMENTS, id, offset, bytes};
}

static struct view
in_member(struct str *path, const struct prog *prog, const struct type_member *member,
          uint64_t offset, uint32_t bytes, bool outside)
{
  if (path && *member->name)
    str_printf(path, ".%s", member->name);
  return view_find(path, prog, member->type, offset - member->offset / 8, bytes, outside);
}

/* Several members, or bit-fields. */
static struct view
across_members(struct str *path, const struct prog *prog, type_id id, uint64_t offset,
               uint32_t bytes)
{
  const struct type *type = &prog->types.at[id];
  struct str names = {0};
  unsigned n = 0;
  for (uint32_t i = 0; i < type->n_members; i++) {
    const struct type_member *member = &prog->members.at[type->first_member + i];
    int64_t first;
    uint64_t width;
    if (!view_overlap(prog, member, offset, bytes, &first, &width) || !*member->name)
      continue;
    str_printf(&names, "%s%s", n ? "," : "", member->name);
    n++;
  }
  struct view view = {VIEW_MEMBERS, id, offset, bytes};
  bool whole = offset == 0 && bytes == type->size;
  if (n == 0)
    view = as_bytes(path, id, offset, bytes);
  else if (path && (!whole || n == 1))
    str_printf(path, n == 1 ? ".%s" : ".{%s}", str_text(&names));
  str_free(&names);
  return view;
}

static struct view
in_struct(struct str *path, const struct prog *prog, type_id id, uint64_t offset, uint32_t bytes,
          bool outside)
{
  const struct type *type = &prog->types.at[id];
  for (uint32_t i = 0; i < type->n_members; i++) {
    const struct type_member *member = &prog->members.at[type->first_member + i];
    if (member_holds(prog, member, offset, bytes))
      return in_member(path, prog, member, offset, bytes, outside);
  }
  return across_members(path, prog, id, offset, bytes);
}

/* The lower the better. */
static unsigned
misfit(const struct prog *prog, const struct type_member *member, uint64_t offset, uint32_t bytes)
{
  enum { NOT_AT_ALL = 1000 };
  if (member->bits && bytes == prog->types.at[member->type].size)
    return 2;
  if (!member_holds(prog, member, offset, bytes))
    return NOT_AT_ALL;
  switch (in_member(NULL, prog, member, offset, bytes, false).kind) {
  case VIEW_SCALAR:
    return 0;
  case VIEW_MEMBERS:
  case VIEW_ELEMENTS:
    return 1;
  default:
    return 3;
  }
}

static struct view
in_union(struct str *path, const struct prog *prog, type_id id, uint64_t offset, uint32_t bytes,
         bool outside)
{
  const struct type *type = &prog->types.at[id];
  const struct type_member *best = NULL;
  for (uint32_t i = 0; i < type->n_members; i++) {
    const struct type_member *member = &prog->members.at[type->first_member + i];
    if (!best || misfit(prog, member, offset, bytes) < misfit(prog, best, offset, bytes))
      best = member;
  }
  if (!best || !member_holds(prog, best, offset, bytes))
    return across_members(path, prog, id, offset, bytes);
  return in_member(path, prog, best, offset, bytes, outside);
}

static bool
is_opaque(const struct prog *prog, const struct type *type)
{
  return type->n_members && !strncmp(prog->members.at[type->first_member].name, "__", 2);
}

struct view
view_find(struct str *path, const struct prog *prog, type_id id, uint64_t offset, uint32_t bytes,
          bool outside)
{
  const struct type *type = &prog->types.at[id];
  if (!id)
    return as_bytes(path, id, offset, bytes);
  switch (type->kind) {
  case TYPE_ARRAY:
    return in_array(path, prog, id, offset, bytes, outside);
  case TYPE_STRUCT:
  case TYPE_UNION:
    if (outside && is_opaque(prog, type))
      return (struct view){VIEW_BYTES, id, offset, bytes};
    return type->kind == TYPE_STRUCT ? in_struct(path, prog, id, offset, bytes, outside)
                                     : in_union(path, prog, id, offset, bytes, outside);
  default:
    if (offset == 0 && bytes == type->size)
      return (struct view){VIEW_SCALAR, id, 0, bytes};
    return as_bytes(path, id, offset, bytes);
  }
}

/* A heap block whose size is several times that of its type is an array of it. */
static bool
is_heap_array(const struct prog *prog, const struct object *object)
{
  const struct type *type = &prog->types.at[object->type];
  if (object->kind != OBJECT_HEAP || !object->type || !type->size)
    return false;
  if (type->kind == TYPE_STRUCT && type->n_members &&
      is_flexible(prog, &prog->members.at[type->first_member + type->n_members - 1]))
    return false;
  return object->size >= 2 * type->size && object->size % type->size == 0;
}

struct view
view_object(struct str *path, const struct prog *prog, object_id id, uint64_t offset,
            uint32_t bytes, bool outside)
{
  const struct object *object = &prog->objects.at[id];
  const struct type *type = &prog->types.at[object->type];
  bool whole = offset == 0 && bytes == object->size;
  if (whole && (!object->type || is_heap_array(prog, object)))
    return (struct view){VIEW_BYTES, 0, offset, bytes};
  if (!is_heap_array(prog, object))
    return view_find(path, prog, object->type, offset, bytes, outside);
  if (offset / type->size != (offset + bytes - 1) / type->size)
    return as_bytes(path, 0, offset, bytes);
  if (path)
    str_printf(path, "[%" PRIu64 "]", offset / type->size);
  return view_find(path, prog, object->type, offset % type->size, bytes, outside);
}

/* ---- objects ------------------------------------------------------------- */

/* "struct node" -> "node"; what has no name of its own is named after the allocating function. */
static const char *
heap_word(const struct prog *prog, const struct object *object)
{
  const char *name = prog->types.at[object->type].name;
  const char *space = name ? strrchr(name, ' ') : NULL;
  if (space)
    name = space + 1;
  if (name && *name && (*name == '_' || (*name | 32) >= 'a') && !strpbrk(name, "*[]()"))
    return name;
  return object->name && *object->name ? object->name : "malloc";
}

void
name_object(struct str *out, const struct prog *prog, object_id id)
{
  const struct object *object = &prog->objects.at[id];
  if (object->kind != OBJECT_HEAP) {
    bool named = object->name && *object->name;
    str_add(out, named ? object->name : "(unnamed)");
    return;
  }
  const char *word = heap_word(prog, object);
  unsigned nth = 1;
  for (object_id i = 1; i < id; i++)
    if (prog->objects.at[i].kind == OBJECT_HEAP &&
        !strcmp(word, heap_word(prog, &prog->objects.at[i])))
      nth++;
  str_printf(out, "%s#%u", word, nth);
}

static void
name_piece(struct str *out, const struct prog *prog, object_id object, uint64_t offset,
           uint32_t bytes, bool outside)
{
  name_object(out, prog, object);
  view_object(out, prog, object, offset, bytes, outside);
}

void
name_memory(struct str *out, const struct prog *prog, object_id object, uint64_t offset,
            uint32_t bytes)
{
  name_piece(out, prog, object, offset, bytes, false);
}

void
name_outside(struct str *out, const struct prog *prog, object_id object, uint64_t offset,
             uint32_t bytes)
{
  name_piece(out, prog, object, offset, bytes, true);
}

/* ---- addresses ----------------------------------------------------------- */

object_id
object_at(const struct prog *prog, uint64_t address)
{
  object_id end = 0;
  for (object_id i = 1; i < prog->objects.n; i++) {
    const struct object *object = &prog->objects.at[i];
    if (address < object->base)
      continue;
    if (address - object->base < object->size || address == object->base)
      return i;
    if (address - object->base == object->size)
      end = i;
  }
  return end;
}

static bool
same_type(const struct prog *prog, type_id a, type_id b)
{
  const struct type *x = &prog->types.at[a], *y = &prog->types.at[b];
  if (a == b)
    return true;
  return a && b && x->kind == y->kind && x->size == y->size && x->name && y->name && *x->name &&
         !strcmp(x->name, y->name);
}

/* Appends the path to the piece of type `want` (0: any) that begins at the offset. */
static bool
path_to(struct str *path, const struct prog *prog, type_id id, uint64_t offset, type_id want)
{
  const struct type *type = &prog->types.at[id];
  size_t start = path->n;
  if (offset == 0 && (!want || same_type(prog, id, want)))
    return true;
  if (!id)
    return false;
  if (type->kind == TYPE_ARRAY) {
    uint64_t size = prog->types.at[type->element].size;
    if (!size)
      return false;
    str_printf(path, "[%" PRIu64 "]", offset / size);
    if (path_to(path, prog, type->element, offset % size, want))
      return true;
    rewind_to(path, start);
    return false;
  }
  if (type->kind != TYPE_STRUCT && type->kind != TYPE_UNION)
    return false;
  for (uint32_t i = 0; i < type->n_members; i++) {
    const struct type_member *member = &prog->members.at[type->first_member + i];
    if (!member_holds(prog, member, offset, 1))
      continue;
    if (*member->name)
      str_printf(path, ".%s", member->name);
    if (path_to(path, prog, member->type, offset - member->offset / 8, want))
      return true;
    rewind_to(path, start);
  }
  return false;
}

static void
add_address_path(struct str *out, const struct prog *prog, const struct object *object,
                 uint64_t offset, type_id pointee)
{
  uint64_t rest = offset;
  if (is_heap_array(prog, object)) {
    uint64_t size = prog->types.at[object->type].size;
    if (offset == 0 && !pointee)
      return;
    str_printf(out, "[%" PRIu64 "]", offset / size);
    rest = offset % size;
  }
  bool found = (pointee && path_to(out, prog, object->type, rest, pointee)) ||
               path_to(out, prog, object->type, rest, 0);
  if (found)
    return;
  if (offset == object->size && offset == prog->types.at[object->type].size)
    str_add(out, " + 1");
  else
    add_bytes(out, rest, 1);
}

bool
name_address(struct str *out, const struct prog *prog, uint64_t address, type_id pointee)
{
  object_id id = object_at(prog, address);
  const struct object *object = &prog->objects.at[id];
  if (!id)
    return false;
  if (object->kind == OBJECT_FUNCTION && address == object->base) {
    name_object(out, prog, id);
    return true;
  }
  str_add(out, "&");
  name_object(out, prog, id);
  add_address_path(out, prog, object, address - object->base, pointee);
  return true;
}
