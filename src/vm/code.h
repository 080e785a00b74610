/* A program that keeps its loops and calls: the linked LLVM module as instructions for registers.
 *
 * A frame of a function has registers of 64 bits. An LLVM value has one for each of its scalars, and so
 * has a local variable that is only loaded and stored: it needs no memory. Values are zero-extended.
 *
 * An address is a number that nothing else looks like: a mark, the number of an object, and the offset
 * within it, to which ADDRESS_BIAS is added so that one may point before an object. Addresses can be
 * moved, compared for equality and have their low bits looked at. Who computes with one in another way
 * asks where objects lie; then the machine gives up. */
#ifndef HEDDLE_VM_CODE_H
#define HEDDLE_VM_CODE_H

#include <stdbool.h>

#include "base/map.h"
#include "base/mem.h"

#define ADDRESS_MARK UINT64_C(0x4ed1000000000000)
#define ADDRESS_MARK_BITS UINT64_C(0xffff000000000000)
#define ADDRESS_BIAS UINT64_C(0x80000000)

/* What memory holds that nobody has written, and who knows what else: it can be moved, and whoever
 * computes with it or asks for it is given up. */
#define ARBITRARY UINT64_C(0x4ed2000000000000)

/* A register of the frame; with this bit, an index into `constants`. */
#define OPERAND_CONSTANT UINT32_C(0x80000000)
#define NO_REGISTER UINT32_MAX

enum opcode {
  CODE_NOTHING,
  CODE_MOVE,      /* to = a */
  CODE_BINARY,    /* to = a kind b, of `width` bits */
  CODE_COMPARE,   /* to = a kind b */
  CODE_RESIZE,    /* to = a, from `from` bits to `width`, sign-extended if kind */
  CODE_SELECT,    /* to = a ? b : c */
  CODE_ADVANCE,   /* to = a + b * extra, an address; b is signed and has `width` bits */
  CODE_LOAD,      /* to = *a, of `width` bits */
  CODE_STORE,     /* *a = b */
  CODE_UPDATE,    /* to = *a; *a = to kind b */
  CODE_EXCHANGE,  /* to = *a, to + 1 = it was b; then *a = c; it may fail for no reason if kind */
  CODE_OBJECT,    /* to = the address of a new local object of a bytes, aligned to extra */
  CODE_LIVES,     /* what happens to the object at a: enum life */
  CODE_VARIABLE,  /* to = the address of the thread's own copy of variable number extra */
  CODE_COPY,      /* c bytes from b to a */
  CODE_FILL,      /* c bytes at a become b */
  CODE_CALL,      /* to.. = function number extra, or that at a, of the list */
  CODE_LIST,      /* va_start: *a is a list of the unnamed arguments */
  CODE_RETURN,    /* the list */
  CODE_JUMP,      /* to instruction b */
  CODE_BRANCH,    /* to b if a, else c */
  CODE_PRIMITIVE, /* to = primitive number kind, of the list: intrinsics of the models */
  CODE_FAIL,      /* a violation of kind */
  CODE_GIVE_UP,   /* what is not supported: text number extra */
};

/* Which way leaves a loop, of a branch in one. */
enum exit {
  EXIT_B = 1,
  EXIT_C = 2,
  EXIT_UNKNOWN = 4, /* jumps into the middle of loops: nobody knows what is one */
};

enum life {
  LIFE_ENDS,
  LIFE_BEGINS, /* unless it has */
  LIFE_ANEW,   /* it has not been written to */
};

/* Of CODE_BINARY and CODE_UPDATE. */
enum binary {
  BINARY_ADD,
  BINARY_SUB,
  BINARY_MUL,
  BINARY_UDIV,
  BINARY_SDIV,
  BINARY_UREM,
  BINARY_SREM,
  BINARY_SHL,
  BINARY_LSHR,
  BINARY_ASHR,
  BINARY_AND,
  BINARY_OR,
  BINARY_XOR,
  BINARY_NAND,
  BINARY_TAKE, /* the second one: an exchange */
  BINARY_UMAX,
  BINARY_UMIN,
  BINARY_SMAX,
  BINARY_SMIN,
  BINARY_SADD_OVER, /* 1 if the sum does not fit */
  BINARY_UADD_OVER,
  BINARY_SSUB_OVER,
  BINARY_USUB_OVER,
  BINARY_SMUL_OVER,
  BINARY_UMUL_OVER,
  BINARY_ONES,          /* of the first one alone: how many bits are set */
  BINARY_LEADING_ZEROS, /* likewise; of 0 nobody knows if the second one is true */
  BINARY_TRAILING_ZEROS,
  BINARY_SWAP_BYTES,
};

/* Of CODE_COMPARE. */
enum compare {
  COMPARE_EQ,
  COMPARE_NE,
  COMPARE_ULT,
  COMPARE_ULE,
  COMPARE_SLT,
  COMPARE_SLE,
};

#define PRIMITIVES(X)                                                                              \
  X(atomic_begin)                                                                                  \
  X(atomic_end)                                                                                    \
  X(block)                                                                                         \
  X(block_on)                                                                                      \
  X(rest)                                                                                          \
  X(woken)                                                                                         \
  X(refused)                                                                                       \
  X(assume)                                                                                        \
  X(error)                                                                                         \
  X(check)                                                                                         \
  X(switch)                                                                                        \
  X(assumed)                                                                                       \
  X(compares_ids)                                                                                  \
  X(next)                                                                                          \
  X(create)                                                                                        \
  X(join)                                                                                          \
  X(self)                                                                                          \
  X(most)                                                                                          \
  X(is_known)                                                                                      \
  X(stop)                                                                                          \
  X(unwind)                                                                                        \
  X(malloc)                                                                                        \
  X(own)                                                                                           \
  X(free)                                                                                          \
  X(finish)                                                                                        \
  X(size)                                                                                          \
  X(align)                                                                                         \
  X(initialise)                                                                                    \
  X(nondet)                                                                                        \
  X(loop_bound)

#define X(word) PRIMITIVE_##word,
enum primitive { PRIMITIVES(X) PRIMITIVE_COUNT };
#undef X

struct instruction {
  uint8_t op, kind, width, from;
  uint32_t to;
  uint32_t a, b, c;
  uint32_t list, n; /* operands in `lists` */
  uint8_t exits;    /* CODE_BRANCH: enum exit */
  bool plain;       /* CODE_LOAD, CODE_STORE: not atomic */
  uint32_t point;   /* it begins that point of the program (instrument/points.c); 0 = none */
  uint64_t extra;
};

struct function {
  const char *name;
  bool model; /* of the library */
  bool variadic;
  bool atomic; /* a section, by its name */
  uint32_t first,
    parameters; /* registers from `first` on; the unnamed ones come last, as an address */
  uint32_t registers;
  VEC(struct instruction) code;
  VEC(uint32_t) lists;
  VEC(uint32_t) objects; /* registers with the addresses of local objects */
  /* For each instruction, those registers that are alive before it (objects are always listed):
   * alive.at[live.at[i]..live.at[i + 1]]. */
  VEC(uint32_t) live;
  VEC(uint32_t) alive;
};

/* A global variable, or the thread's own copies of one, or a function. */
struct global {
  uint64_t size;
  uint32_t align;
  bool constant, is_function, is_thread_local;
  uint32_t function;  /* its number */
  VEC(uint8_t) bytes; /* initial; fewer than size: the others are 0 */
  bool unknown;       /* part of that is of a kind that is not supported */
};

struct code {
  struct arena arena;
  VEC(struct function) functions;
  VEC(struct global) globals; /* by the number of the object; 0 is none */
  VEC(uint64_t) constants;
  VEC(const char *) texts;
  uint32_t entry;
  bool cancels;  /* pthread_cancel may be called */
  bool detaches; /* there may be detached threads */
  bool weaker;   /* there are accesses with an order that is weaker than seq_cst */
};

static inline uint64_t
address_of(uint32_t object, uint64_t offset)
{
  return ADDRESS_MARK | (uint64_t)object << 32 | ((offset + ADDRESS_BIAS) & 0xffffffff);
}

static inline bool
is_address(uint64_t value)
{
  return (value & ADDRESS_MARK_BITS) == ADDRESS_MARK;
}

static inline uint32_t
address_object(uint64_t address)
{
  return (uint32_t)(address >> 32) & 0xffff;
}

/* Negative before the object. */
static inline int64_t
address_offset(uint64_t address)
{
  return (int64_t)(address & 0xffffffff) - (int64_t)ADDRESS_BIAS;
}

void code_free(struct code *code);
/* Finds what is alive where. */
void code_live(struct function *function);

#endif
