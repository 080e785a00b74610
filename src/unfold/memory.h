/* Memory: objects, the bytes that one thread alone touches, and who shares what.
 *
 * A thread's private memory maps objects to pages of bytes. Pages are shared between memories until
 * one of them is written: the owner of a struct memory frees it with memory_free. Objects keep
 * their ids and addresses from turn to turn; memory.c says how sharing is guessed. */
#ifndef HEDDLE_UNFOLD_MEMORY_H
#define HEDDLE_UNFOLD_MEMORY_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#include "analysis/values.h"
#include "ir/prog.h"

struct unfold;

/* One byte of private memory: byte `index` of a value. */
struct byte {
  value_id value; /* BYTE_UNSET: not initialised */
  uint32_t index;
};
#define BYTE_UNSET UINT32_MAX

struct page { /* the bytes of one object in one or several memories */
  uint32_t references;
  struct byte bytes[];
};

/* What a thread knows, by object; NULL = as the object was born. */
struct memory {
  VEC(struct page *) pages;
};

#define SEVERAL UINT32_MAX

/* What we know of an object besides what prog says of it; same index. */
struct known_object {
  uint64_t key;
  LLVMValueRef global; /* a variable or function, or NULL */
  bool zeroed;         /* born with zeroes rather than arbitrary bytes */
  bool *shared;        /* of each byte; NULL = none */
  bool mortal;         /* its life may end, see life.c */
  bool inner;          /* a variable of a block inside of its function, see scope.h */
  bool hidden;         /* a stack slot that no pointer can mean, but by mistake */
  uint64_t alignment;  /* of its address in a real process */
  bool looked;         /* where it lies is an input, see address.c */
  thread_id freer;     /* a block: the thread that alone frees it, plus one; 0: none; or SEVERAL */
  bool freed_alone;    /* a block: it may be freed before there is another thread */
  bool read;           /* some thread reads it */
  bool *seen;          /* of each byte of a block: as it was at first, see unseen.c; NULL = none */
  bool noticed;        /* a lock that is found taken by threads that do not wait, see notice.c */
  LLVMValueRef slot;   /* the instruction that makes a stack slot of constant size, or NULL */
  uint64_t least;      /* of one with an extent: it has at least so many bytes, see sized.c */
  uint64_t power;      /* of an extent: a power of two that divides it, see copy.c; 0 = 1 */
  /* of this turn */
  value_id birth_guard;
  uint64_t birth;   /* moment, in the count of private accesses; 0 = not yet */
  uint64_t over;    /* the moment when its life may first have ended; 0 = not yet */
  place_id over_at; /* and where, in the program */
  bool born_alone;  /* before there is another thread */
  thread_id maker;  /* the thread in which it was born */
  bool looks;       /* it is looked at in this turn, too */
  value_id lies;    /* the input that says where it lies; 0 = not made */
  bool closed;      /* a stack slot whose function has returned */
  bool of_main;     /* a stack slot of main itself */
  bool outside;     /* a variable of a block that its function has left */
  uint32_t again;   /* how often its declaration was reached anew */
};

/* An access to private or shared memory, for the question who touches what when. Positions are
 * event ids. */
struct use {
  object_id object;
  thread_id thread;
  uint32_t bytes;
  bool write;
  uint64_t offset;
  event_id first, last;
};

object_id memory_object(struct unfold *u, uint64_t key, struct object object, LLVMValueRef global,
                        bool zeroed);
/* The same of one that exists from the beginning, wherever the path is that first meets it. */
object_id memory_static(struct unfold *u, uint64_t key, struct object object, LLVMValueRef global);
/* Objects that are new will lie at a multiple of this, up to memory_aligned. */
void memory_align(struct unfold *u, uint64_t alignment);
void memory_aligned(struct unfold *u);
object_id memory_global(struct unfold *u, LLVMValueRef global);  /* variable or function */
object_id memory_find(const struct unfold *u, uint64_t address); /* 0 = none */
bool memory_is_shared(const struct unfold *u, struct target target, uint32_t bytes);
value_id memory_read(struct unfold *u, struct target target, uint32_t bytes);
/* The program reads so few bytes that they may be parts of addresses. */
void memory_parts(struct unfold *u, struct target target, uint32_t bytes);
void memory_write(struct unfold *u, struct target target, value_id guard, value_id value);
/* Is it known that the bytes there were written, or born with contents, rather than found? Of
 * shared ones, as they were when the first thread was made. */
bool memory_is_definite(struct unfold *u, struct target target, uint32_t bytes);
void memory_use(struct unfold *u, struct target target, uint32_t bytes, bool write);
/* Does no thread ever read the object, as far as we know from the turn before? */
bool memory_is_unread(struct unfold *u, object_id object);
/* Under the guard the object loses what it held, and holds arbitrary bytes. It is private. */
void memory_forget(struct unfold *u, object_id object, value_id guard);
void memory_copy(struct memory *to, const struct memory *from);
void memory_free(struct memory *memory);
/* After a turn: which bytes are shared; true if more than was guessed. */
bool memory_share(struct unfold *u);
/* After a turn: what the shared bytes hold at first, into prog.inits. */
void memory_inits(struct unfold *u);

#endif
