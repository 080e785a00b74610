/* Pieces of typed memory: which part of an object an access touches, in terms of C.
 * Shared by name.c (the expression) and name_value.c (its value). */
#ifndef HEDDLE_TRACE_VIEW_H
#define HEDDLE_TRACE_VIEW_H

#include "base/str.h"
#include "ir/prog.h"

enum view_kind {
  VIEW_SCALAR,   /* exactly one integer, pointer, ... of type `type` */
  VIEW_MEMBERS,  /* one or more members of the struct `type`, not one of them alone */
  VIEW_ELEMENTS, /* several whole elements of the array `type` */
  VIEW_BYTES,    /* anything else: part of a scalar, unknown type */
};
struct view {
  enum view_kind kind;
  type_id type;
  uint64_t offset; /* within `type` */
  uint32_t bytes;
};

/* Descends from `type` to the smallest piece that holds the given bytes and appends the path to
 * it (`.array[1].next`) to `path`, unless that is NULL. With `outside`, stops before the first
 * member whose name begins with "__": those are the insides of a library's type. */
struct view view_find(struct str *path, const struct prog *prog, type_id type, uint64_t offset,
                      uint32_t bytes, bool outside);

/* Does the member overlap the bytes? Its first bit relative to them, and its width. */
bool view_overlap(const struct prog *prog, const struct type_member *member, uint64_t offset,
                  uint32_t bytes, int64_t *first, uint64_t *width);

/* The view of a piece of an object; `path` gets the path without the object's name. */
struct view view_object(struct str *path, const struct prog *prog, object_id object,
                        uint64_t offset, uint32_t bytes, bool outside);

/* The object's own name: `x`, `node#2` for the second heap block of that type. */
void name_object(struct str *out, const struct prog *prog, object_id object);
/* Like name_memory, but only as deep as its user can see (`stack.lock`). */
void name_outside(struct str *out, const struct prog *prog, object_id object, uint64_t offset,
                  uint32_t bytes);
/* An address as C writes it (`&x`, `&a[1].next`, a function's name); false if no object is there.
 * `pointee` is the type pointed to, which decides between &a, &a[0] and &a[0].next; 0 = unknown. */
bool name_address(struct str *out, const struct prog *prog, uint64_t address, type_id pointee);
/* The object that holds the address or ends at it; 0 = none. */
object_id object_at(const struct prog *prog, uint64_t address);

/* The value as a number: is it signed, by the type of that piece of memory? */
bool value_is_signed(const struct prog *prog, object_id object, uint64_t offset, uint32_t bytes);

#endif
