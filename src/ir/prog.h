/* prog: a bounded multi-threaded program as guarded straight lines.
 *
 * After unfolding there are no loops, no calls and no branches. A thread is a
 * list of events in program order; an event happens iff its guard is true.
 * What threads compute between events are values: pure, hash-consed,
 * constant-folded nodes of a known width, computed at most once per run.
 * doc/ir.md describes the meaning of every piece and the text form.
 *
 * A prog owns everything it points to (strings and tables live in its arena).
 * Ids are dense indices into its tables; tables are read directly, and only
 * appended to through the functions below. */
#ifndef HEDDLE_IR_PROG_H
#define HEDDLE_IR_PROG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "base/mem.h"

typedef uint32_t value_id;
typedef uint32_t event_id;
typedef uint32_t object_id;
typedef uint32_t thread_id;
typedef uint32_t type_id;
typedef uint32_t place_id; /* source place with its call stack; 0 = none */
#define NOBODY UINT32_MAX  /* no thread_id */

/* ---- values ------------------------------------------------------------ */

/* X(name, text, arguments). Widths: arguments and result have one width except
 * eq/ult/slt (result 1), ite (first argument 1), concat (widths add, first
 * argument is the high part), extract, zext, sext.
 * Division by zero gives all ones (udiv), ±1 by the sign of the dividend (sdiv:
 * -1 for x >= 0, 1 for x < 0), the dividend (urem, srem), as in SMT-LIB; shifts
 * by the width or more give 0 (shl, lshr) or the sign (ashr). */
#define VALUE_OPS(X)                                                                               \
  X(CONST, "const", 0)   /* imm */                                                                 \
  X(INPUT, "input", 0)   /* imm = index into prog.inputs */                                        \
  X(LOADED, "loaded", 0) /* imm = the load event whose result it is */                             \
  X(NOT, "not", 1)       /* bitwise */                                                             \
  X(AND, "and", 2)       /* at width 1, "or" is written with not and and */                        \
  X(OR, "or", 2)                                                                                   \
  X(XOR, "xor", 2)                                                                                 \
  X(ADD, "add", 2)                                                                                 \
  X(SUB, "sub", 2)                                                                                 \
  X(MUL, "mul", 2)                                                                                 \
  X(UDIV, "udiv", 2)                                                                               \
  X(SDIV, "sdiv", 2)                                                                               \
  X(UREM, "urem", 2)                                                                               \
  X(SREM, "srem", 2)                                                                               \
  X(SHL, "shl", 2)                                                                                 \
  X(LSHR, "lshr", 2)                                                                               \
  X(ASHR, "ashr", 2)                                                                               \
  X(EQ, "eq", 2)                                                                                   \
  X(ULT, "ult", 2)                                                                                 \
  X(SLT, "slt", 2)                                                                                 \
  X(ITE, "ite", 3)                                                                                 \
  X(CONCAT, "concat", 2)                                                                           \
  X(EXTRACT, "extract", 1) /* bits imm .. imm+width-1 */                                           \
  X(ZEXT, "zext", 1)                                                                               \
  X(SEXT, "sext", 1)

enum value_op {
#define X(name, text, arity) OP_##name,
  VALUE_OPS(X)
#undef X
};

/* Widths are 1..64 bits; constants are stored zero-extended. */
struct value {
  uint8_t op;
  uint8_t width;
  value_id arg[3];
  uint64_t imm;
};

/* Every prog has these two Booleans at fixed ids. */
enum { VALUE_FALSE = 0, VALUE_TRUE = 1 };

/* An arbitrary value: an input of the program (__VERIFIER_nondet_int), or
 * memory that nobody has initialised, or where an object lies: the upper bits of its address,
 * without those that are zero by its alignment. */
enum input_kind { INPUT_NONDET, INPUT_UNINITIALISED, INPUT_ADDRESS };
struct input {
  enum input_kind kind;
  uint8_t width;
  const char *name; /* "__VERIFIER_nondet_int", or the object's name */
  place_id place;
};

/* ---- memory ------------------------------------------------------------ */

/* Types exist so that people see `stack.array[1].next` and not an address. */
enum type_kind {
  TYPE_SIGNED,
  TYPE_UNSIGNED,
  TYPE_BOOL,
  TYPE_CHAR,
  TYPE_FLOAT,
  TYPE_ENUM,    /* members: name and offset = the enumerator's value */
  TYPE_POINTER, /* element: what it points to, or 0 */
  TYPE_ARRAY,   /* element, count */
  TYPE_STRUCT,  /* members */
  TYPE_UNION,
};
struct type_member {
  const char *name; /* "" for an anonymous struct or union */
  uint64_t offset;  /* in bits */
  uint32_t bits;    /* width of a bit-field, else 0 */
  type_id type;
};
struct type {
  enum type_kind kind;
  const char *name; /* as written in C, e.g. "struct node"; may be "" */
  uint64_t size;    /* bytes */
  type_id element;
  uint64_t count;
  uint32_t first_member, n_members; /* in prog.members */
};

/* Bytes that the front end keeps beside memory, and what chooses, in unfold/happens.c. */
#define SHADOW_RELEASED "released"
#define SHADOW_WATCHED "watched"
#define INPUT_WATCHED "watched access"

enum object_kind { OBJECT_GLOBAL, OBJECT_STACK, OBJECT_HEAP, OBJECT_THREAD_LOCAL, OBJECT_FUNCTION };
struct object {
  enum object_kind kind;
  const char *name; /* the variable's name; "malloc" + place for the heap */
  uint64_t base;    /* address; objects never overlap and never touch */
  uint64_t size;    /* bytes */
  type_id type;     /* 0 = unknown */
  thread_id thread; /* owner of a stack slot or thread-local */
  place_id place;   /* where it is declared or allocated */
  object_id life;   /* a byte that says whether it is still alive; 0 = it always is */
  object_id extent; /* a number that says how many bytes it really has, of `size`; 0 = all */
  bool internal;    /* of the models or the front end: no race for it, and not in traces */
};

/* What a shared piece of memory holds before the threads run. Bytes of objects
 * not mentioned are zero. `value` is a constant or an input (or built of them). */
struct init {
  object_id object;
  uint64_t offset;
  value_id value; /* width = 8 * bytes */
};

/* ---- events ------------------------------------------------------------ */

/* X(name, text) */
#define EVENT_KINDS(X)                                                                             \
  X(LOAD, "load")   /* value := memory[addr]; value is its OP_LOADED */                            \
  X(STORE, "store") /* memory[addr] := value */                                                    \
  X(FENCE, "fence")                                                                                \
  X(CREATE, "create") /* thread `child` may run from here on */                                    \
  X(JOIN, "join")     /* waits until thread `child` has ended */                                   \
  X(BLOCK, "block")   /* waits until value (1 bit) is true */                                      \
  X(ASSUME, "assume") /* the thread goes on only if value is true */                               \
  X(ASSERT, "assert") /* a violation if value is false */                                          \
  X(CUT, "cut")       /* the unwinding bound of loop `loop` ends the thread here */                \
  X(LOCAL, "local")   /* for traces only: the private place object+offset := value */              \
  X(POINT, "point")   /* for replays only: instruction `point` begins, at address addr */          \
  X(PAST, "past")     /* for replays only: it has ended, with result value if bytes > 0 */         \
  X(MARK, "mark")     /* for notes only: the program looks here whether it is right */

enum event_kind {
#define X(name, text) EVENT_##name,
  EVENT_KINDS(X)
#undef X
};

enum memory_order {
  ORDER_PLAIN, /* not atomic; in a section: only together with a look at a life, see life.c */
  ORDER_RELAXED,
  ORDER_ACQUIRE,
  ORDER_RELEASE,
  ORDER_ACQ_REL,
  ORDER_SEQ_CST,
};

/* When others see what a thread stores: src/memmodel. X(name, word of --memory-model) */
#define MEMORY_MODELS(X)                                                                           \
  X(SC, "sc")                                                                                      \
  X(TSO, "tso")                                                                                    \
  X(PSO, "pso")

enum memory_model {
#define X(name, text) MEMORY_##name,
  MEMORY_MODELS(X)
#undef X
};

/* What the user can switch, where it leaves something out and the program comes along there: a part
 * of what a verdict is about, as the memory model is. X(name, word in prog text, words) */
#define CONFIGURATIONS(X)                                                                          \
  X(MALLOC, "malloc", "malloc never fails")                                                        \
  X(REUSE, "reuse", "freed memory is not handed out again")                                        \
  X(SPURIOUS, "spurious", "no spurious wake-ups")                                                  \
  X(HANDLE, "handle", "the id of a thread is stored before it runs")                               \
  X(ORDERS, "orders", "orders weaker than seq_cst taken as those of the model")

enum configuration {
#define X(name, word, text) CONFIGURATION_##name,
  CONFIGURATIONS(X)
#undef X
    CONFIGURATION_COUNT
};

/* What the user may ask for: sets of these bits. DEADLOCK and RACE are questions about the states
 * of a run (doc/encoding.md), the others are assertions in the program. X(name, word of
 * --property) */
#define PROPERTIES(X)                                                                              \
  X(ASSERT, "assert")                                                                              \
  X(DEADLOCK, "deadlock")                                                                          \
  X(RACE, "race")                                                                                  \
  X(MEMORY, "memory")                                                                              \
  X(LOCK, "lock")                                                                                  \
  X(OVERFLOW, "overflow")                                                                          \
  X(LEAK, "leak")

enum property_index {
#define X(name, text) PROPERTY_INDEX_##name,
  PROPERTIES(X)
#undef X
};
enum property {
#define X(name, text) PROPERTY_##name = 1 << PROPERTY_INDEX_##name,
  PROPERTIES(X)
#undef X
};

/* What an assertion speaks of. X(name, word in prog text, words of reports, property) */
#define FAULTS(X)                                                                                  \
  X(ASSERTION, "assertion", "assertion failed", ASSERT)                                            \
  X(ABORT, "abort", "abort called", ASSERT)                                                        \
  X(ERROR, "error", "error location reached", ASSERT)                                              \
  X(MEMORY, "memory", "invalid memory access", MEMORY)                                             \
  X(LOCK, "lock", "misuse of the thread library", LOCK)                                            \
  X(OVERFLOW, "overflow", "undefined arithmetic", OVERFLOW)                                        \
  X(LEAK, "leak", "memory leak", LEAK)                                                             \
  X(RACE, "race", "data race", RACE)

enum fault {
#define X(name, word, text, property) FAULT_##name,
  FAULTS(X)
#undef X
};

/* One piece of memory an access may touch. */
struct target {
  object_id object;
  uint64_t offset;
};
/* Their order, for qsort: by object, then offset. */
int target_compare(const void *a, const void *b);

struct event {
  enum event_kind kind;
  value_id guard; /* width 1 */
  /* LOAD, STORE: the address, as wide as a pointer. BLOCK: the id + 1 of the thread that alone can
   * end the wait; VALUE_FALSE, or the number 0: nobody in particular. ASSERT, POINT: the address in
   * question, for reports; VALUE_FALSE: none. If a POINT copies memory, that is where to, and its
   * value is where from. */
  value_id addr;
  value_id value; /* see EVENT_KINDS */
  uint32_t bytes; /* LOAD, STORE, LOCAL: width of value / 8; PAST: the same, rounded up;
                   * POINT: 1 if it may be interrupted between its accesses, 2 if it also makes the
                   * copy of a struct that is passed by value, which lies nowhere as long as the
                   * call has not begun */
  /* LOAD, STORE: the places addr may denote, in prog.targets; LOCAL: exactly one.
   * If addr denotes none of them a load gives an arbitrary value (in the encoding;
   * the interpreter stops with an error) and a store does nothing: the front end
   * puts an ASSERT or ASSUME before every access for which that is possible. */
  uint32_t first_target, n_targets;
  enum memory_order order; /* LOAD, STORE, FENCE */
  /* LOAD, STORE: of a read-modify-write, or what program or library do in an atomic section, and
   * so something that the machine does with a lock. */
  bool locked;
  bool quiet;       /* LOAD, STORE: its races are ignored */
  uint32_t section; /* atomic section it belongs to; 0 = none */
  thread_id child;  /* CREATE, JOIN */
  uint32_t loop;    /* CUT: index into prog.loops */
  uint32_t point;   /* POINT, PAST: number of the instruction, see instrument/points.c */
  enum fault fault; /* ASSERT */
  const char *text; /* ASSERT: the condition as in the source, or what went wrong */
  place_id place;
};

/* Events with the same non-zero section are consecutive in their thread and
 * happen without interruption. */

struct thread {
  const char *name; /* of its start function */
  thread_id parent; /* main (0) is its own */
  event_id first, end;
};

/* A loop or recursion that the unwinding bound cut. One without a function stands for the command
 * lines that main is not checked with, or, if it has a place, for unaligned accesses there; one of
 * sizes for an object that is made there, and whose size was taken to be at most `bound` bytes. */
struct loop {
  const char *function;
  place_id place;
  uint32_t bound;
  bool sizes;
};

struct place {
  const char *file;
  const char *function;
  uint32_t line, column;
  place_id caller; /* place of the call, 0 for a thread's start function */
  bool model;      /* inside of the library, share/models: not the user's */
};

struct prog {
  struct arena arena;
  const char *ignored; /* what is not looked for because the user said so, in words; or NULL */
  VEC(struct value) values;
  VEC(struct input) inputs;
  VEC(struct type) types; /* types.at[0] is the unknown type */
  VEC(struct type_member) members;
  VEC(struct object) objects; /* objects.at[0] is no object */
  VEC(struct init) inits;
  VEC(struct target) targets;
  VEC(struct event) events; /* thread by thread */
  VEC(struct thread) threads;
  VEC(struct loop) loops;
  VEC(struct place) places;  /* places.at[0] is no place */
  VEC(const char *) assumed; /* what the program form takes for granted, in words, each once */
  unsigned configured;       /* set of bits 1 << enum configuration */
  VEC(place_id) tests;       /* those in functions that were entered, see MARK; not in its text */
  bool no_assertion;         /* the program has none; likewise */
  unsigned asks;             /* questions about states: PROPERTY_DEADLOCK, PROPERTY_RACE */
  enum memory_model memory;  /* under which it runs; not in its text */
  bool no_merge;             /* critical sections are no single steps: see labels.h; likewise */
  /* For replays, not in its text: blocks may be handed out again; threads may have the ids of
   * others; the program compares ids by an operator, which a process does with other numbers. */
  bool reuses, same_ids, own_ids;
  uint32_t sections;    /* number of atomic sections */
  uint8_t pointer_bits; /* 32 or 64 */
  struct map nodes;     /* hash-consing: hash of a value -> chain head + 1 */
  VEC(value_id) chain;
};

/* Objects of programs may lie from LOWEST_ADDRESS on, at numbers of so many bits. */
enum { LOWEST_ADDRESS = 0x10000 };

static inline unsigned
address_bits(unsigned pointer_bits)
{
  return pointer_bits == 64 ? 47 : 32;
}

struct prog *prog_new(void);
void prog_free(struct prog *prog);
/* A copy whose tables are its own and whose strings are the original's, which must outlive it. It
 * is for passes that change events; no values may be built in it. */
struct prog *prog_copy(const struct prog *prog);
/* How far before or behind an object an address may lie that was computed from the object's: pointers
 * may leave an array for a moment, as in &a[i] - 1. The front end leaves so much room between objects. */
uint64_t prog_margin(const struct prog *prog, uint64_t size);
/* The thread that the event belongs to. */
thread_id prog_thread_of(const struct prog *prog, event_id event);

/* ---- building values (value.c) ------------------------------------------
 * Each returns an existing node where one is equal, and folds what it can. */

value_id value_const(struct prog *prog, unsigned width, uint64_t bits);
value_id value_input(struct prog *prog, struct input input);
value_id value_loaded(struct prog *prog, unsigned width, event_id event);
/* An input of which less may turn out to be possible: it can become the zero-extension of one that has
 * fewer bits, whatever has been computed with it already. */
value_id value_input_to_narrow(struct prog *prog, struct input input);
void value_narrow(struct prog *prog, value_id input, unsigned bits);
/* Any operation except const, input, loaded; unused arguments are 0. For
 * extract, zext and sext `width` is the result's; otherwise it is ignored. */
value_id value_op(struct prog *prog, enum value_op op, unsigned width, value_id a, value_id b,
                  value_id c, uint64_t imm);
value_id value_not(struct prog *prog, value_id a);
value_id value_and(struct prog *prog, value_id a, value_id b);
value_id value_or(struct prog *prog, value_id a, value_id b); /* width 1 */
value_id value_eq(struct prog *prog, value_id a, value_id b);
value_id value_ite(struct prog *prog, value_id condition, value_id yes, value_id no);
value_id value_extract(struct prog *prog, value_id a, unsigned low, unsigned width);
value_id value_concat(struct prog *prog, value_id high, value_id low);
value_id value_resize(struct prog *prog, value_id a, unsigned width, bool is_signed);

bool value_is_const(const struct prog *prog, value_id a, uint64_t *bits);
unsigned value_width(const struct prog *prog, value_id a);
unsigned value_arity(enum value_op op); /* how many arguments it has */

/* The meaning of an operation on constants: the one place where it is written.
 * `width` is the result's width, `from` the width of the first argument, `low`
 * the width of the second (concat needs it). */
uint64_t value_compute(enum value_op op, unsigned width, unsigned from, unsigned low, uint64_t a,
                       uint64_t b, uint64_t c, uint64_t imm);
uint64_t bits_mask(unsigned width);                 /* 2^width - 1 */
int64_t bits_signed(uint64_t bits, unsigned width); /* sign-extended */

/* ---- names ---------------------------------------------------------------- */

const char *value_op_name(enum value_op op);
const char *event_kind_name(enum event_kind kind);
bool event_is_silent(enum event_kind kind); /* of no consequence: for traces and replays */
const char *fault_name(enum fault fault);   /* as in prog text */
const char *fault_words(enum fault fault);  /* as in reports */
enum property fault_property(enum fault fault);
/* Is it one of these properties (set of enum property)? For only_calls see prog_restrict. */
bool fault_is_wanted(enum fault fault, unsigned wanted, bool only_calls);
/* Is it an access to bytes beside memory? */
bool prog_is_shadow(const struct prog *prog, event_id event);
const char *configuration_words(enum configuration configuration); /* as in verdicts */
/* The text of an assertion that fails if an access lies behind the extent of its object. */
#define TEXT_BEHIND_EXTENT "out of bounds"
bool event_is_behind_extent(const struct event *event);

/* Lets the prog ask for these properties only (set of enum property); with only_calls, of the
 * assertions only those that are error functions. */
void prog_restrict(struct prog *prog, unsigned property, bool only_calls);

#endif
