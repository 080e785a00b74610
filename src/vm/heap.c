#include "vm/heap.h"

#include <stdlib.h>
#include <string.h>

#include "base/invariant.h"
#include "base/mutant.h"

enum { CAPACITY = 1 << 23, MOST_OBJECTS = 0xffff };

/* ---- words ---- */

/* Two hashes of a word and its place that have little to do with each other. */
static struct hash
hash_word(uint32_t at, uint64_t value)
{
  uint64_t x = value ^ (at + 1) * UINT64_C(0x9e3779b97f4a7c15), y;
  x ^= x >> 32;
  x *= UINT64_C(0xd6e8feb86659fd93);
  x ^= x >> 29;
  x *= UINT64_C(0xa0761d6478bd642f);
  x ^= x >> 32;
  y = (value + UINT64_C(0xe7037ed1a0b428db)) * (2 * (uint64_t)at + 1) + x;
  y ^= y >> 31;
  y *= UINT64_C(0x8ebc6af09c88c6e3);
  y ^= y >> 30;
  return (struct hash){x, y};
}

static void
touch(struct heap *heap, uint32_t at)
{
  uint8_t bit = (uint8_t)(1 << at % 8);
  if (heap->touched[at / 8] & bit)
    return;
  heap->touched[at / 8] |= bit;
  vec_push(&heap->touched_words, at);
}

void
heap_set(struct heap *heap, uint32_t at, uint64_t value)
{
  uint64_t old = heap->word[at];
  if (old == value)
    return;
  struct hash before = hash_word(at, old), after = hash_word(at, value);
  heap->hash.a += after.a - before.a;
  heap->hash.b += after.b - before.b;
  vec_push(&heap->log, ((struct log_entry){at, old}));
  heap->word[at] = value;
  touch(heap, at);
}

void
heap_undo(struct heap *heap, size_t log)
{
  while (heap->log.n > log) {
    struct log_entry entry = heap->log.at[--heap->log.n];
    heap->word[entry.at] = entry.old;
  }
}

uint32_t
heap_reserve(struct heap *heap, uint32_t words)
{
  uint32_t first = heap->words;
  if (words > heap->capacity - heap->words) {
    heap->full = true;
    return 0;
  }
  heap->words += words;
  return first;
}

/* ---- objects ---- */

static uint32_t
words_for(uint64_t bytes)
{
  return (uint32_t)((bytes + 7) / 8);
}

static uint32_t
add_home(struct heap *heap, struct home home)
{
  uint32_t object = (uint32_t)heap->homes.n, unwritten = (home.words + 7) / 8;
  if (heap->homes.n > MOST_OBJECTS || home.words > heap->capacity / 4) {
    heap->full = true;
    return 0;
  }
  home.first = heap_reserve(heap, 1 + home.words + unwritten);
  if (heap->full)
    return 0;
  vec_push(&heap->homes, home);
  vec_push(&heap->mark, 0);
  return object;
}

static void
add_global(struct heap *heap, uint32_t number)
{
  const struct global *global = &heap->code->globals.at[number];
  uint64_t size = global->is_thread_local ? 1 : global->size;
  if (global->size / 8 > CAPACITY) {
    heap->full = true;
    return;
  }
  uint32_t object = add_home(heap, (struct home){.words = words_for(size),
                                                 .align = global->align,
                                                 .global = number,
                                                 .constant = global->constant});
  if (!object)
    return;
  uint64_t *words = heap->word + heap->homes.at[object].first;
  words[0] = global->size | UINT64_C(1) << OBJECT_ALIVE | UINT64_C(1) << OBJECT_KNOWN;
  if (!global->is_thread_local)
    for (size_t i = 0; i < global->bytes.n; i++)
      words[1 + i / 8] |= (uint64_t)global->bytes.at[i] << 8 * (i % 8);
}

bool
heap_new(struct heap *heap, const struct code *code)
{
  *heap = (struct heap){.code = code, .capacity = CAPACITY, .words = 1};
  heap->word = mem_alloc((size_t)CAPACITY * sizeof *heap->word);
  heap->use = mem_alloc(CAPACITY);
  heap->touched = mem_alloc(CAPACITY / 8);
  vec_resize(&heap->homes, 1);
  vec_resize(&heap->mark, 1);
  for (uint32_t i = 1; i < code->globals.n; i++)
    add_global(heap, i);
  heap->over = heap_reserve(heap, 1);
  return !heap->full;
}

void
heap_free(struct heap *heap)
{
  free(heap->word);
  free(heap->use);
  free(heap->touched);
  vec_free(&heap->log);
  vec_free(&heap->homes);
  vec_free(&heap->touched_words);
  vec_free(&heap->mark);
  for (unsigned t = 0; t < VM_THREADS; t++)
    vec_free(&heap->of_thread[t]);
}

static uint64_t
state_of(const struct heap *heap, uint32_t object)
{
  return heap->word[heap->homes.at[object].first];
}

static void
set_state(struct heap *heap, uint32_t object, uint64_t state)
{
  heap_set(heap, heap->homes.at[object].first, state);
}

bool
heap_is_alive(const struct heap *heap, uint32_t object)
{
  return state_of(heap, object) >> OBJECT_ALIVE & 1;
}

bool
heap_is_known(const struct heap *heap, uint32_t object)
{
  return state_of(heap, object) >> OBJECT_KNOWN & 1;
}

uint64_t
heap_size(const struct heap *heap, uint32_t object)
{
  return state_of(heap, object) & 0xffffffff;
}

/* Where no other object of the thread is; the first such place, so that it does not matter what came
 * before. */
static uint32_t
free_home(struct heap *heap, unsigned thread, uint64_t size, uint32_t align)
{
  for (size_t i = 0; i < heap->of_thread[thread].n; i++) {
    uint32_t object = heap->of_thread[thread].at[i];
    const struct home *home = &heap->homes.at[object];
    if (!state_of(heap, object) && home->words == words_for(size) && home->align == align)
      return object;
  }
  uint32_t object = add_home(
    heap, (struct home){.words = words_for(size), .align = align, .owner = (uint8_t)thread});
  if (object)
    vec_push(&heap->of_thread[thread], object);
  return object;
}

static void
mark_unwritten(struct heap *heap, uint32_t object, uint64_t size)
{
  const struct home *home = &heap->homes.at[object];
  uint32_t bits = home->first + 1 + home->words;
  for (uint64_t i = 0; i * 64 < size; i++) {
    uint64_t left = size - i * 64;
    heap_set(heap, bits + (uint32_t)i, left >= 64 ? UINT64_MAX : (UINT64_C(1) << left) - 1);
  }
}

uint32_t
heap_new_object(struct heap *heap, unsigned thread, uint64_t size, uint32_t align, bool fresh)
{
  if (size > CAPACITY) {
    heap->full = true;
    return 0;
  }
  uint32_t object = free_home(heap, thread, size, align ? align : 1);
  if (!object)
    return 0;
  set_state(heap, object, size | UINT64_C(1) << OBJECT_ALIVE);
  if (fresh)
    mark_unwritten(heap, object, size);
  return object;
}

uint32_t
heap_new_variable(struct heap *heap, unsigned thread, uint32_t global, uint32_t align)
{
  uint64_t size = heap->code->globals.at[global].size;
  return add_home(heap, (struct home){.words = words_for(size),
                                      .align = align,
                                      .owner = (uint8_t)thread,
                                      .variable = global});
}

void
heap_make_alive(struct heap *heap, uint32_t object)
{
  const struct global *global = &heap->code->globals.at[heap->homes.at[object].variable];
  if (state_of(heap, object))
    return;
  set_state(heap, object, global->size | UINT64_C(1) << OBJECT_ALIVE);
  for (size_t i = 0; i < global->bytes.n; i++)
    heap_write(heap, object, i, 1, global->bytes.at[i]);
}

void
heap_make_block(struct heap *heap, uint32_t object)
{
  set_state(heap, object, state_of(heap, object) | UINT64_C(1) << OBJECT_BLOCK);
}

bool
heap_is_block(const struct heap *heap, uint32_t object)
{
  return state_of(heap, object) >> OBJECT_BLOCK & 1;
}

bool
heap_has_block(const struct heap *heap)
{
  for (unsigned t = 0; t < VM_THREADS; t++)
    for (size_t i = 0; i < heap->of_thread[t].n; i++)
      if (heap_is_block(heap, heap->of_thread[t].at[i]))
        return true;
  return false;
}

static void
clear_words(struct heap *heap, uint32_t object)
{
  const struct home *home = &heap->homes.at[object];
  uint32_t n = home->words + (home->words + 7) / 8;
  for (uint32_t i = 1; i <= n; i++)
    heap_set(heap, home->first + i, 0);
}

void
heap_end(struct heap *heap, uint32_t object)
{
  uint64_t state = state_of(heap, object);
  INVARIANT(heap_is_alive(heap, object));
  clear_words(heap, object);
  state &= ~(UINT64_C(1) << OBJECT_ALIVE | UINT64_C(1) << OBJECT_BLOCK);
  set_state(heap, object, state | UINT64_C(1) << OBJECT_OVER);
  if (!heap->homes.at[object].variable) /* that is never another one's place */
    heap_set(heap, heap->over, heap->word[heap->over] + 1);
}

void
heap_begin_again(struct heap *heap, uint32_t object)
{
  uint64_t state = state_of(heap, object) & ~(UINT64_C(1) << OBJECT_OVER);
  INVARIANT(!heap_is_alive(heap, object));
  set_state(heap, object, state | UINT64_C(1) << OBJECT_ALIVE);
  mark_unwritten(heap, object, heap_size(heap, object));
  heap_set(heap, heap->over, heap->word[heap->over] - 1);
}

void
heap_forget(struct heap *heap, uint32_t object)
{
  clear_words(heap, object);
  mark_unwritten(heap, object, heap_size(heap, object));
}

void
heap_collect(struct heap *heap)
{
  if (!heap->word[heap->over])
    return;
  uint32_t round = ++heap->round;
  for (size_t i = 0; i < heap->touched_words.n; i++) {
    uint64_t value = heap->word[heap->touched_words.at[i]];
    if (is_address(value) && address_object(value) < heap->homes.n)
      heap->mark.at[address_object(value)] = round;
  }
  for (unsigned t = 0; t < VM_THREADS; t++)
    for (size_t i = 0; i < heap->of_thread[t].n; i++) {
      uint32_t object = heap->of_thread[t].at[i];
      if ((heap->mark.at[object] == round && !MUTANT(VM_FORGETS_KNOWN)) ||
          !(state_of(heap, object) >> OBJECT_OVER & 1))
        continue;
      set_state(heap, object, 0);
      heap_set(heap, heap->over, heap->word[heap->over] - 1);
    }
}

void
heap_publish(struct heap *heap, uint64_t value)
{
  VEC(uint32_t) left = {0};
  if (!is_address(value))
    return;
  vec_push(&left, address_object(value));
  while (left.n) {
    uint32_t object = left.at[--left.n];
    if (!object || object >= heap->homes.n || heap_is_known(heap, object) ||
        !heap_is_alive(heap, object))
      continue;
    set_state(heap, object, state_of(heap, object) | UINT64_C(1) << OBJECT_KNOWN);
    const struct home *home = &heap->homes.at[object];
    for (uint32_t i = 0; i < home->words; i++)
      if (is_address(heap->word[home->first + 1 + i]))
        vec_push(&left, address_object(heap->word[home->first + 1 + i]));
  }
  vec_free(&left);
}

/* ---- bytes ---- */

static uint64_t
mask_of(unsigned bytes)
{
  return bytes >= 8 ? UINT64_MAX : (UINT64_C(1) << 8 * bytes) - 1;
}

uint64_t
heap_read(const struct heap *heap, uint32_t object, uint64_t offset, unsigned bytes)
{
  const uint64_t *data = heap->word + heap->homes.at[object].first + 1;
  unsigned shift = 8 * (unsigned)(offset % 8);
  uint64_t value = data[offset / 8] >> shift;
  if (offset % 8 + bytes > 8)
    value |= data[offset / 8 + 1] << (64 - shift);
  return value & mask_of(bytes);
}

static uint64_t
unwritten_bits(const struct heap *heap, uint32_t object, uint64_t offset, unsigned bytes)
{
  const struct home *home = &heap->homes.at[object];
  const uint64_t *bits = heap->word + home->first + 1 + home->words;
  uint64_t found = bits[offset / 64] >> offset % 64;
  if (offset % 64 + bytes > 64)
    found |= bits[offset / 64 + 1] << (64 - offset % 64);
  return found & ((UINT64_C(1) << bytes) - 1);
}

bool
heap_is_written(const struct heap *heap, uint32_t object, uint64_t offset, unsigned bytes)
{
  return !unwritten_bits(heap, object, offset, bytes);
}

static void
set_unwritten(struct heap *heap, uint32_t object, uint64_t offset, uint64_t bits, uint64_t value)
{
  const struct home *home = &heap->homes.at[object];
  uint32_t at = home->first + 1 + home->words + (uint32_t)(offset / 64);
  unsigned shift = offset % 64;
  heap_set(heap, at, (heap->word[at] & ~(bits << shift)) | value << shift);
  if (shift && bits >> (64 - shift))
    heap_set(heap, at + 1, (heap->word[at + 1] & ~(bits >> (64 - shift))) | value >> (64 - shift));
}

bool
heap_has_address(const struct heap *heap, uint32_t object, uint64_t offset)
{
  return is_address(heap->word[heap->homes.at[object].first + 1 + offset / 8]);
}

/* A part of it is written over: what is left is a number that nobody knows. */
static void
break_address(struct heap *heap, uint32_t object, uint64_t offset)
{
  heap_set(heap, heap->homes.at[object].first + 1 + (uint32_t)(offset / 8), 0);
  set_unwritten(heap, object, offset, 0xff, 0xff);
}

void
heap_write(struct heap *heap, uint32_t object, uint64_t offset, unsigned bytes, uint64_t value)
{
  const struct home *home = &heap->homes.at[object];
  uint32_t at = home->first + 1 + (uint32_t)(offset / 8);
  unsigned shift = 8 * (unsigned)(offset % 8);
  uint64_t mask = mask_of(bytes);
  if (bytes < 8 && is_address(heap->word[at]) && !MUTANT(VM_ADDRESS_IN_PIECES))
    break_address(heap, object, offset - offset % 8);
  heap_set(heap, at, (heap->word[at] & ~(mask << shift)) | (value & mask) << shift);
  if (offset % 8 + bytes > 8)
    heap_set(heap, at + 1,
             (heap->word[at + 1] & ~(mask >> (64 - shift))) | (value & mask) >> (64 - shift));
  if (unwritten_bits(heap, object, offset, bytes))
    set_unwritten(heap, object, offset, (UINT64_C(1) << bytes) - 1, 0);
  if (heap_is_known(heap, object)) {
    heap_publish(heap, heap->word[at]);
    if (offset % 8 + bytes > 8)
      heap_publish(heap, heap->word[at + 1]);
  }
}

void
heap_unwrite(struct heap *heap, uint32_t object, uint64_t offset, unsigned bytes)
{
  heap_write(heap, object, offset, bytes, 0);
  set_unwritten(heap, object, offset, (UINT64_C(1) << bytes) - 1, (UINT64_C(1) << bytes) - 1);
}

/* A whole word from place to place, or a byte; a piece of an address is what nobody has written. */
struct piece {
  uint64_t value;
  uint8_t bytes, unwritten;
};

static struct piece
read_piece(const struct heap *heap, uint32_t object, uint64_t offset, unsigned bytes)
{
  bool part = bytes < 8 && heap_has_address(heap, object, offset) && !MUTANT(VM_ADDRESS_IN_PIECES);
  uint64_t unwritten = part ? 1 : unwritten_bits(heap, object, offset, bytes);
  return (struct piece){heap_read(heap, object, offset, bytes), (uint8_t)bytes, (uint8_t)unwritten};
}

void
heap_copy(struct heap *heap, uint32_t to, uint64_t to_offset, uint32_t from, uint64_t from_offset,
          uint64_t bytes)
{
  VEC(struct piece) pieces = {0};
  for (uint64_t k = 0; k < bytes;) {
    bool whole = (to_offset + k) % 8 == 0 && (from_offset + k) % 8 == 0 && bytes - k >= 8;
    vec_push(&pieces, read_piece(heap, from, from_offset + k, whole ? 8 : 1));
    k += vec_last(&pieces).bytes;
  }
  for (size_t i = 0; i < pieces.n; i++) {
    const struct piece *piece = &pieces.at[i];
    heap_write(heap, to, to_offset, piece->bytes, piece->value);
    if (piece->unwritten)
      set_unwritten(heap, to, to_offset, piece->unwritten, piece->unwritten);
    to_offset += piece->bytes;
  }
  vec_free(&pieces);
}

/* ---- who uses what ---- */

static bool
use_word(struct heap *heap, uint32_t at, unsigned thread, bool write)
{
  uint8_t *use = &heap->use[at];
  unsigned reader = USE_READ_BY + thread, writer = USE_WRITTEN_BY + thread;
  if (*use == USE_SHARED)
    return true;
  if (*use == USE_NONE || *use == reader) {
    *use = (uint8_t)(write ? writer : reader);
    return false;
  }
  if (*use == writer || (*use == USE_READ && !write))
    return false;
  if (*use < USE_WRITTEN_BY && !write) {
    *use = USE_READ;
    return false;
  }
  if (MUTANT(VM_SHARING_UNSEEN))
    return false;
  *use = USE_SHARED;
  heap->other_use = true;
  return true;
}

bool
heap_use(struct heap *heap, uint32_t object, uint64_t offset, uint64_t bytes, unsigned thread,
         bool write)
{
  const struct home *home = &heap->homes.at[object];
  bool noticed = false;
  if (home->constant || !heap_is_known(heap, object))
    return false;
  for (uint64_t word = offset / 8; word <= (offset + bytes - 1) / 8; word++)
    noticed |= use_word(heap, home->first + 1 + (uint32_t)word, thread, write);
  return noticed;
}
