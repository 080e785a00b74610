/* The memory of a state: one array of words that is changed in place, with a log to take back what was
 * changed, and a hash that is kept up to date with each change.
 *
 * A word's place in the array is its name in every state of a search. So the k-th object of a thread
 * always lies at the same place, and a block that is gone leaves its place for the next one, as soon as
 * nobody has its address any more: states repeat, although blocks come and go.
 *
 * Each object begins with a word that says what has become of it, then come its bytes, then a bit for
 * each byte that was not written yet. */
#ifndef HEDDLE_VM_HEAP_H
#define HEDDLE_VM_HEAP_H

#include <stdbool.h>

#include "base/mem.h"
#include "vm/code.h"

enum { VM_THREADS = 16 };

struct hash {
  uint64_t a, b;
};

struct log_entry {
  uint32_t at;
  uint64_t old;
};

/* How a word is used while there are several threads: search-wide. */
enum word_use {
  USE_NONE = 0,
  USE_READ_BY = 1,     /* + the thread: nobody else, and not written */
  USE_WRITTEN_BY = 64, /* + the thread: nobody else */
  USE_READ = 128,      /* by several, and not written */
  USE_SHARED = 129,    /* what one does with it, another one may notice */
};

struct home {
  uint32_t first; /* word: of its state */
  uint32_t words; /* of its bytes */
  uint32_t align;
  uint32_t global;   /* of code.globals, or 0 */
  uint32_t variable; /* likewise: it is a thread's copy of that */
  uint8_t owner;     /* the thread that has made it */
  bool constant;
};

/* The word of an object's state. */
enum {
  OBJECT_SIZE = 0, /* 32 bits */
  OBJECT_ALIVE = 32,
  OBJECT_OVER,  /* its address is still known */
  OBJECT_KNOWN, /* other threads may have its address */
  OBJECT_BLOCK, /* allocated, and to be freed */
};

struct heap {
  const struct code *code;
  uint64_t *word;
  uint8_t *use; /* of each word */
  uint32_t words, capacity;
  VEC(struct log_entry) log;
  VEC(struct home) homes; /* by object; 0 is none */
  VEC(uint32_t) of_thread[VM_THREADS];
  uint8_t *touched; /* a bit for each word: it has been written */
  VEC(uint32_t) touched_words;
  VEC(uint32_t) mark; /* of objects, when looking for those that nobody knows */
  uint32_t round;
  struct hash hash;
  uint32_t over; /* word: how many objects are over, and still there */
  bool full;
  bool other_use; /* a word is shared that was not thought to be */
};

bool heap_new(struct heap *heap, const struct code *code);
void heap_free(struct heap *heap);

/* So many words that no object has, all 0. */
uint32_t heap_reserve(struct heap *heap, uint32_t words);
void heap_set(struct heap *heap, uint32_t at, uint64_t value);
/* Back to where the log was so long; the hash is the caller's to restore. */
void heap_undo(struct heap *heap, size_t log);

/* A new object of a thread; 0 if there is no room. Its bytes are 0, or not written yet. */
uint32_t heap_new_object(struct heap *heap, unsigned thread, uint64_t size, uint32_t align,
                         bool fresh);
/* The thread's own copy of a variable, not alive yet; and its life begins, unless it has. */
uint32_t heap_new_variable(struct heap *heap, unsigned thread, uint32_t global, uint32_t align);
void heap_make_alive(struct heap *heap, uint32_t object);
/* Its life is over; or begins anew, with bytes that are not written yet. */
void heap_end(struct heap *heap, uint32_t object);
void heap_begin_again(struct heap *heap, uint32_t object);
/* Nobody has written to it. */
void heap_forget(struct heap *heap, uint32_t object);
/* Forgets objects that are over and whose addresses nobody has. */
void heap_collect(struct heap *heap);

/* It is a block that is to be freed. */
void heap_make_block(struct heap *heap, uint32_t object);
bool heap_is_block(const struct heap *heap, uint32_t object);
bool heap_has_block(const struct heap *heap); /* any */
bool heap_is_alive(const struct heap *heap, uint32_t object);
bool heap_is_known(const struct heap *heap, uint32_t object);
uint64_t heap_size(const struct heap *heap, uint32_t object);
/* Others may get this value: if it is an address, they know the object and all that it leads to. */
void heap_publish(struct heap *heap, uint64_t value);

/* Bytes within an object, at most 8; they exist. */
uint64_t heap_read(const struct heap *heap, uint32_t object, uint64_t offset, unsigned bytes);
bool heap_is_written(const struct heap *heap, uint32_t object, uint64_t offset, unsigned bytes);
void heap_write(struct heap *heap, uint32_t object, uint64_t offset, unsigned bytes,
                uint64_t value);
/* Nobody has written to these bytes. */
void heap_unwrite(struct heap *heap, uint32_t object, uint64_t offset, unsigned bytes);
/* Does the word there hold an address? */
bool heap_has_address(const struct heap *heap, uint32_t object, uint64_t offset);
/* Bytes, with whether they are written; the places may overlap. */
void heap_copy(struct heap *heap, uint32_t to, uint64_t to_offset, uint32_t from,
               uint64_t from_offset, uint64_t bytes);

/* The thread uses these bytes while there are others. True if somebody may notice. */
bool heap_use(struct heap *heap, uint32_t object, uint64_t offset, uint64_t bytes, unsigned thread,
              bool write);

#endif
