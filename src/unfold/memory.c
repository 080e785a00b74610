/* Objects, private memory, and who shares what.
 *
 * Private memory maps each byte of an object to a byte of a value. A thread starts with a copy of
 * its creator's memory (pages are shared until written). A private byte may be used by several
 * threads as long as that copy tells the truth: a write by thread t is seen by thread u's copy
 * exactly if t is an ancestor of u and wrote before it created the branch that leads to u. Every
 * pair of a write and another thread's access for which neither order holds makes the bytes
 * shared.
 *
 * Values that come back through join are therefore shared too; they cost an event each, but no
 * label (analysis/labels.c sees the order). */
#include "unfold/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mutant.h"
#include "frontend/debug.h"
#include "unfold/address.h"
#include "unfold/build.h"
#include "unfold/constant.h"
#include "unfold/effort.h"
#include "unfold/facts.h"
#include "unfold/narrow.h"
#include "unfold/path.h"
#include "unfold/state.h"
#include "unfold/wait.h"

/* ---- objects ---- */

/* Objects lie far apart, so that an index or pointer that leaves one of them by a little does not
 * end up in its neighbour, which would look like a valid access. The first address is one that is
 * unlikely to occur as a number, or as the bits of a float; all fit into 32 bits, unless objects are
 * very large. */
enum { APART = 0x1000, FIRST_ADDRESS = 0x1a3c5000 };

static uint64_t
new_address(struct unfold *u, uint64_t size)
{
  uint64_t unit = u->kept.alignment > APART ? u->kept.alignment : APART, base = FIRST_ADDRESS;
  uint64_t margin = prog_margin(u->prog, size);
  if (u->kept.last_address)
    base = u->kept.last_address + margin;
  base = (base + unit - 1) / unit * unit;
  u->kept.last_address = base + size + margin;
  return base;
}

void
memory_align(struct unfold *u, uint64_t alignment)
{
  u->kept.alignment = alignment;
}

void
memory_aligned(struct unfold *u)
{
  u->kept.alignment = 0;
}

/* What a real process has, if nobody asks for more. */
static uint64_t
least_alignment(const struct object *object)
{
  switch (object->kind) {
  case OBJECT_HEAP:
    return 16;
  case OBJECT_FUNCTION:
    return 2;
  default:
    return 1;
  }
}

object_id
memory_object(struct unfold *u, uint64_t key, struct object object, LLVMValueRef global,
              bool zeroed)
{
  uint32_t *slot = map_at(&u->kept.object_by_key, key);
  if (!*slot) {
    object.base = new_address(u, object.size);
    object.internal |= object.kind != OBJECT_HEAP && debug_in_model(u->prog, object.place);
    *slot = (uint32_t)u->prog->objects.n;
    vec_push(&u->prog->objects, object);
    effort_object(u, &object);
    uint64_t least = least_alignment(&object);
    vec_push(
      &u->kept.known,
      ((struct known_object){.key = key,
                             .global = global,
                             .zeroed = zeroed,
                             .alignment = u->kept.alignment > least ? u->kept.alignment : least}));
  }
  object_id id = *slot;
  assert(u->kept.known.n == u->prog->objects.n); /* same index */
  assert(u->prog->objects.at[id].size == object.size);
  if (object.place)
    u->prog->objects.at[id].place = object.place;
  u->prog->objects.at[id].thread = object.thread;
  if (!u->kept.known.at[id].birth) {
    u->kept.known.at[id].birth_guard = u->path.guard;
    u->kept.known.at[id].birth = ++u->turn.accesses;
    u->kept.known.at[id].born_alone = !u->turn.concurrent;
    u->kept.known.at[id].maker = u->now.thread;
  }
  return id;
}

object_id
memory_static(struct unfold *u, uint64_t key, struct object object, LLVMValueRef global)
{
  struct path before = path_enter(u, VALUE_TRUE);
  object_id id = memory_object(u, key, object, global, true);
  path_leave(u, before);
  return id;
}

object_id
memory_global(struct unfold *u, LLVMValueRef global)
{
  if (!LLVMIsAFunction(global) && LLVMIsDeclaration(global)) {
    size_t length;
    unfold_error(u, "variable '%s' has no definition", LLVMGetValueName2(global, &length));
  }
  const uint32_t *known = map_find(&u->kept.object_by_key, (uint64_t)(uintptr_t)global);
  if (known)
    return *known;
  struct object object = {.kind = OBJECT_FUNCTION, .size = 1};
  if (!LLVMIsAFunction(global)) {
    object.kind = OBJECT_GLOBAL;
    if (LLVMTypeIsSized(LLVMGlobalGetValueType(global)))
      object.size = type_bytes(u, LLVMGlobalGetValueType(global));
  }
  debug_name_object(&u->debug, global, &object);
  memory_align(u, LLVMGetAlignment(global));
  object_id id = memory_static(u, (uint64_t)(uintptr_t)global, object, global);
  memory_aligned(u);
  return id;
}

/* Objects are sorted by address because addresses are handed out in order. */
object_id
memory_find(const struct unfold *u, uint64_t address)
{
  size_t low = 1, high = u->prog->objects.n;
  while (low < high) {
    size_t middle = (low + high) / 2;
    const struct object *object = &u->prog->objects.at[middle];
    if (address < object->base)
      high = middle;
    else if (address < object->base + object->size || address == object->base)
      return (object_id)middle;
    else
      low = middle + 1;
  }
  return 0;
}

/* ---- pages ---- */

void
memory_copy(struct memory *to, const struct memory *from)
{
  *to = (struct memory){0};
  vec_resize(&to->pages, from->pages.n);
  for (size_t i = 0; i < from->pages.n; i++) {
    to->pages.at[i] = from->pages.at[i];
    if (to->pages.at[i])
      to->pages.at[i]->references++;
  }
}

static void
release(struct page *page)
{
  assert(!page || page->references);
  if (page && !--page->references)
    free(page);
}

void
memory_free(struct memory *memory)
{
  for (size_t i = 0; i < memory->pages.n; i++)
    release(memory->pages.at[i]);
  vec_free(&memory->pages);
}

static struct page *
new_page(struct unfold *u, object_id object)
{
  uint64_t size = u->prog->objects.at[object].size;
  struct page *page = mem_alloc(sizeof *page + size * sizeof *page->bytes);
  page->references = 1;
  const struct known_object *known = &u->kept.known.at[object];
  bool zeroed = known->zeroed;
  LLVMValueRef initial =
    known->global && !LLVMIsAFunction(known->global) ? LLVMGetInitializer(known->global) : NULL;
  value_id zero = value_const(u->prog, 8, 0);
  for (uint64_t i = 0; i < size; i++)
    page->bytes[i] = (struct byte){zeroed ? zero : BYTE_UNSET, 0};
  if (initial)
    constant_bytes(u, initial, page->bytes);
  return page;
}

/* The bytes of an object in this memory; `change` makes them ours alone. */
static struct byte *
bytes_of(struct unfold *u, struct memory *memory, object_id object, bool change)
{
  assert(object && object < u->prog->objects.n); /* 0 is no object */
  if (memory->pages.n <= object)
    vec_resize(&memory->pages, u->prog->objects.n);
  struct page **page = &memory->pages.at[object];
  if (!*page) {
    struct page *new = new_page(u, object);
    page = &memory->pages.at[object];
    *page = new;
  } else if (change && (*page)->references > 1) {
    size_t bytes = sizeof **page + u->prog->objects.at[object].size * sizeof *(*page)->bytes;
    struct page *copy = memcpy(mem_alloc(bytes), *page, bytes);
    copy->references = 1;
    (*page)->references--;
    *page = copy;
  }
  return (*page)->bytes;
}

/* ---- reading and writing ---- */

/* A variable of the present thread that nobody else can look at: what it holds may still be bounded by an
 * assumption (narrow.c). */
static bool
is_own(const struct unfold *u, object_id object)
{
  return u->prog->objects.at[object].kind == OBJECT_STACK &&
         u->prog->objects.at[object].thread == u->now.thread &&
         (u->kept.known.at[object].hidden || MUTANT(NARROW_OF_OTHERS));
}

/* Memory that is not initialised holds the same arbitrary value, whichever thread looks first. */
static value_id
unset_value(struct unfold *u, struct target target, uint32_t bytes)
{
  uint64_t key = hash_mix(hash_mix(target.object, target.offset), bytes);
  if (u->kept.known.at[target.object].again)
    key = hash_mix(key, u->kept.known.at[target.object].again);
  uint32_t *slot = map_at(&u->turn.unset_inputs, key);
  if (*slot)
    return *slot - 1;
  const struct object *object = &u->prog->objects.at[target.object];
  struct input input = {.kind = INPUT_UNINITIALISED,
                        .width = (uint8_t)(8 * bytes),
                        .name = object->name,
                        .place = object->place};
  value_id birth =
    MUTANT(NARROW_ELSEWHERE) ? u->path.guard : u->kept.known.at[target.object].birth_guard;
  value_id value =
    is_own(u, target.object) ? narrow_make(u, input, birth) : value_input(u->prog, input);
  *map_at(&u->turn.unset_inputs, key) = value + 1;
  return value;
}

/* How many bytes from `bytes[0]` on are consecutive bytes of one value (or all unset)? */
static uint32_t
run_length(const struct byte *bytes, uint32_t limit)
{
  uint32_t n = 1;
  while (n < limit && bytes[n].value == bytes[0].value &&
         (bytes[0].value == BYTE_UNSET || bytes[n].index == bytes[0].index + n))
    n++;
  return n;
}

static value_id
assemble(struct unfold *u, struct memory *memory, struct target target, uint32_t count)
{
  assert(count && target.offset + count <= u->prog->objects.at[target.object].size);
  value_id result = 0;
  for (uint32_t i = 0, n; i < count; i += n) {
    struct byte *bytes = bytes_of(u, memory, target.object, false) + target.offset;
    n = run_length(bytes + i, count - i);
    value_id part;
    if (bytes[i].value == BYTE_UNSET) {
      struct target here = {target.object, target.offset + i};
      bool unseen = memory == &u->now.memory && unseen_is_read(u, here, n);
      part = unseen ? value_const(u->prog, 8 * n, 0) : unset_value(u, here, n);
      bytes = bytes_of(u, memory, target.object, true) + target.offset;
      for (uint32_t k = 0; k < n; k++)
        bytes[i + k] = (struct byte){part, k};
    } else {
      part = value_extract(u->prog, bytes[i].value, 8 * bytes[i].index, 8 * n);
    }
    result = i ? value_concat(u->prog, part, result) : part;
  }
  return result;
}

static void
note(struct unfold *u, struct target target, uint32_t bytes, bool write, value_id old)
{
  u->turn.accesses++;
  if (u->now.logging)
    vec_push(&u->now.log,
             ((struct log_entry){target.object, bytes, target.offset, write, u->path.guard, old}));
}

value_id
memory_read(struct unfold *u, struct target target, uint32_t bytes)
{
  note(u, target, bytes, false, 0);
  return facts_simplify(u, u->path.guard, assemble(u, &u->now.memory, target, bytes));
}

void
memory_parts(struct unfold *u, struct target target, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++) {
    struct byte byte = bytes_of(u, &u->now.memory, target.object, false)[target.offset + i];
    if (byte.value != BYTE_UNSET)
      address_assumed(u, byte.value);
  }
}

void
memory_write(struct unfold *u, struct target target, value_id guard, value_id value)
{
  uint32_t count = v_width(u, value) / 8;
  assert(count && v_width(u, value) % 8 == 0); /* memory has whole bytes */
  assert(target.offset + count <= u->prog->objects.at[target.object].size);
  value_id when = facts_strip(u, u->kept.known.at[target.object].birth_guard, guard);
  value_id old = 0;
  if (when != VALUE_TRUE || u->now.logging)
    old = assemble(u, &u->now.memory, target, count);
  note(u, target, count, true, old);
  if (when != VALUE_TRUE)
    value = value_ite(u->prog, when, value, old);
  struct byte *bytes = bytes_of(u, &u->now.memory, target.object, true) + target.offset;
  for (uint32_t i = 0; i < count; i++)
    bytes[i] = (struct byte){value, i};
}

/* ---- sharing ---- */

void
memory_forget(struct unfold *u, object_id object, value_id guard)
{
  uint64_t size = u->prog->objects.at[object].size;
  value_id when = facts_strip(u, u->kept.known.at[object].birth_guard, guard);
  struct byte *bytes = bytes_of(u, &u->now.memory, object, true);
  u->kept.known.at[object].again++;
  for (uint64_t i = 0, n; i < size; i += n) {
    struct target target = {object, i};
    n = run_length(bytes + i, size - i < 8 ? (uint32_t)(size - i) : 8);
    if (bytes[i].value == BYTE_UNSET)
      continue;
    value_id old = assemble(u, &u->now.memory, target, (uint32_t)n);
    value_id now = value_ite(u->prog, when, unset_value(u, target, (uint32_t)n), old);
    bytes = bytes_of(u, &u->now.memory, object, true);
    for (uint32_t k = 0; k < n; k++)
      bytes[i + k] = (struct byte){now, k};
  }
}

bool
memory_is_shared(const struct unfold *u, struct target target, uint32_t bytes)
{
  const bool *shared = u->kept.known.at[target.object].shared;
  for (uint32_t i = 0; shared && i < bytes; i++)
    if (shared[target.offset + i])
      return true;
  return false;
}

static bool
is_definite(const struct unfold *u, value_id value)
{
  const struct value *node = &u->prog->values.at[value];
  return node->op == OP_CONST ||
         (node->op == OP_ITE && is_definite(u, node->arg[1]) && is_definite(u, node->arg[2]));
}

bool
memory_is_definite(struct unfold *u, struct target target, uint32_t bytes)
{
  bool shared = u->turn.concurrent && memory_is_shared(u, target, bytes);
  struct memory *memory = shared ? &u->turn.at_first_create : &u->now.memory;
  const struct byte *at = bytes_of(u, memory, target.object, false) + target.offset;
  for (uint32_t i = 0; i < bytes; i++)
    if (at[i].value == BYTE_UNSET || !is_definite(u, at[i].value))
      return false;
  return true;
}

void
memory_use(struct unfold *u, struct target target, uint32_t bytes, bool write)
{
  uint64_t key = hash_mix(hash_mix(hash_mix(target.object, target.offset), bytes),
                          (uint64_t)u->now.thread * 2 + write);
  event_id now = (event_id)u->prog->events.n;
  uint32_t *slot = map_at(&u->turn.use_by_key, key);
  u->turn.grew.reads |= !write && !u->kept.known.at[target.object].read;
  u->kept.known.at[target.object].read |= !write;
  if (*slot) {
    u->turn.uses.at[*slot - 1].last = now;
    return;
  }
  struct use use = {target.object, u->now.thread, bytes, write, target.offset, now, now};
  vec_push(&u->turn.uses, use);
  *slot = (uint32_t)u->turn.uses.n;
}

bool
memory_is_unread(struct unfold *u, object_id object)
{
  bool unread = u->kept.turns > 1 && !u->kept.known.at[object].read;
  u->turn.unread |= unread;
  return unread;
}

/* Did everything up to event `last` of thread t happen before it made thread u's branch? */
static bool
before_branch(const struct unfold *u, thread_id t, event_id last, thread_id other)
{
  while (other != 0) {
    const struct thread_state *state = &u->turn.threads.at[other];
    if (state->parent == t)
      return last <= state->create;
    other = state->parent;
  }
  return false;
}

static bool
told_by_copy(const struct unfold *u, const struct use *write, const struct use *other)
{
  return before_branch(u, write->thread, write->last, other->thread) ||
         before_branch(u, other->thread, other->last, write->thread);
}

static bool
mark_shared(struct unfold *u, object_id object, uint64_t offset, uint32_t bytes)
{
  struct known_object *known = &u->kept.known.at[object];
  if (!known->shared)
    known->shared = mem_alloc(u->prog->objects.at[object].size);
  bool grew = false;
  for (uint32_t i = 0; i < bytes; i++) {
    grew |= !known->shared[offset + i];
    known->shared[offset + i] = true;
  }
  return grew;
}

static int
by_object(const void *a, const void *b)
{
  const struct use *x = a, *y = b;
  if (x->object != y->object)
    return x->object < y->object ? -1 : 1;
  if (x->offset != y->offset)
    return x->offset < y->offset ? -1 : 1;
  return x->thread < y->thread ? -1 : x->thread > y->thread;
}

/* All uses of one object, sorted by offset. */
static bool
share_object(struct unfold *u, const struct use *uses, size_t n)
{
  bool grew = false;
  for (size_t i = 0; i < n; i++)
    for (size_t k = i + 1; k < n && uses[k].offset < uses[i].offset + uses[i].bytes; k++) {
      const struct use *a = &uses[i], *b = &uses[k];
      if (a->thread == b->thread || (!a->write && !b->write))
        continue;
      if (MUTANT(SHARING_FORGOTTEN) && a->write != b->write)
        continue;
      if ((a->write && !told_by_copy(u, a, b)) || (b->write && !told_by_copy(u, b, a))) {
        grew |= mark_shared(u, a->object, a->offset, a->bytes);
        grew |= mark_shared(u, b->object, b->offset, b->bytes);
      }
    }
  return grew;
}

/* An access is private or shared as a whole. */
static bool
close_sharing(struct unfold *u)
{
  bool grew = false;
  for (size_t i = 0; i < u->turn.uses.n; i++) {
    const struct use *use = &u->turn.uses.at[i];
    if (memory_is_shared(u, (struct target){use->object, use->offset}, use->bytes))
      grew |= mark_shared(u, use->object, use->offset, use->bytes);
  }
  return grew;
}

bool
memory_share(struct unfold *u)
{
  bool grew = false;
  if (u->turn.uses.n)
    qsort(u->turn.uses.at, u->turn.uses.n, sizeof *u->turn.uses.at, by_object);
  for (size_t first = 0, end; first < u->turn.uses.n; first = end) {
    bool several = false;
    for (end = first;
         end < u->turn.uses.n && u->turn.uses.at[end].object == u->turn.uses.at[first].object;
         end++)
      several |= u->turn.uses.at[end].thread != u->turn.uses.at[first].thread;
    if (several)
      grew |= share_object(u, u->turn.uses.at + first, end - first);
  }
  while (close_sharing(u))
    grew = true;
  return grew;
}

/* ---- initial contents of shared bytes ---- */

/* Pieces end where some access begins or ends: arbitrary bytes become one input per piece. */
static void
find_cuts(struct unfold *u, object_id object, bool *cut)
{
  for (size_t i = 0; i < u->turn.uses.n; i++) {
    const struct use *use = &u->turn.uses.at[i];
    if (use->object != object)
      continue;
    cut[use->offset] = true;
    cut[use->offset + use->bytes] = true;
  }
}

static void
object_inits(struct unfold *u, object_id object)
{
  uint64_t size = u->prog->objects.at[object].size;
  const bool *shared = u->kept.known.at[object].shared;
  bool *cut = mem_alloc(size + 1);
  find_cuts(u, object, cut);
  for (uint64_t at = 0; at < size;) {
    uint32_t n = 1;
    if (!shared[at]) {
      at++;
      continue;
    }
    while (at + n < size && shared[at + n] && !cut[at + n] && n < 8)
      n++;
    struct target target = {object, at};
    value_id value = unseen_is(u, target, n) ? unseen_contents(u, target, n)
                                             : assemble(u, &u->turn.at_first_create, target, n);
    if (value != value_const(u->prog, 8 * n, 0))
      vec_push(&u->prog->inits, ((struct init){object, at, value}));
    at += n;
  }
  free(cut);
}

void
memory_inits(struct unfold *u)
{
  for (object_id object = 1; object < u->kept.known.n; object++)
    if (u->kept.known.at[object].shared)
      object_inits(u, object);
}
