/* Inside the generator: what its parts share. generate.c decides what a program has and writes
 * declarations, threads and main; statement.c, access.c, sync.c and litmus.c write statements;
 * make.c the nodes and expressions that they are made of. */
#ifndef HEDDLE_FUZZ_GENERATOR_H
#define HEDDLE_FUZZ_GENERATOR_H

#include "dice.h"
#include "ir/prog.h"
#include "tree.h"

/* X(name, percent of the programs) */
#define FEATURES(X)                                                                                \
  X(ARRAY, 35)                                                                                     \
  X(STRUCT, 35)                                                                                    \
  X(BITS, 15)                                                                                      \
  X(POINTER, 30)                                                                                   \
  X(HEAP, 15)                                                                                      \
  X(HELPER, 25)                                                                                    \
  X(NONDET, 35)                                                                                    \
  X(ASSUME, 15)                                                                                    \
  X(LOOP, 45)                                                                                      \
  X(SWITCH, 20)                                                                                    \
  X(MUTEX, 50)                                                                                     \
  X(TRYLOCK, 12)                                                                                   \
  X(COND, 15)                                                                                      \
  X(ATOMIC, 40)                                                                                    \
  X(BUILTIN, 25)                                                                                   \
  X(FENCE, 20)                                                                                     \
  X(LITMUS, 40)                                                                                    \
  X(SEM, 12)                                                                                       \
  X(SPIN, 8)                                                                                       \
  X(RWLOCK, 8)                                                                                     \
  X(WAIT, 28)                                                                                      \
  X(SECTION, 12)                                                                                   \
  X(RETURN, 15)                                                                                    \
  X(TLS, 6)                                                                                        \
  X(ONCE, 4)                                                                                       \
  X(BARRIER, 4)                                                                                    \
  X(POINTERS_TO_CODE, 6)                                                                           \
  X(UNION, 8)                                                                                      \
  X(CAST, 25)                                                                                      \
  X(TIMED, 6)                                                                                      \
  X(NESTED, 8)                                                                                     \
  X(RESULT, 10)                                                                                    \
  X(FLOAT, 2)                                                                                      \
  X(OWN_LOCK, 10)                                                                                  \
  X(LIST, 8)                                                                                       \
  X(RECURSION, 6)                                                                                  \
  X(ARGUMENT, 15)                                                                                  \
  X(STATIC, 15)                                                                                    \
  X(CROWD, 6)

enum feature {
  HAS_ALWAYS,
#define X(name, percent) HAS_##name,
  FEATURES(X)
#undef X
    FEATURES_ALL,
};

/* X(name, weight, features it needs): write_NAME appends some statements of this kind to the list,
 * or none if there is a reason against them. */
#define STATEMENTS(X)                                                                              \
  X(assignment, 60, ALWAYS, ALWAYS)                                                                \
  X(local, 12, ALWAYS, ALWAYS)                                                                     \
  X(assertion, 8, ALWAYS, ALWAYS)                                                                  \
  X(branch, 16, ALWAYS, ALWAYS)                                                                    \
  X(choose, 8, SWITCH, ALWAYS)                                                                     \
  X(count, 10, LOOP, ALWAYS)                                                                       \
  X(count_down, 5, LOOP, ALWAYS)                                                                   \
  X(input, 8, NONDET, ALWAYS)                                                                      \
  X(assume, 6, ASSUME, ALWAYS)                                                                     \
  X(lock, 26, MUTEX, ALWAYS)                                                                       \
  X(try_lock, 10, MUTEX, TRYLOCK)                                                                  \
  X(condition_variable, 20, MUTEX, COND)                                                           \
  X(timed, 12, MUTEX, TIMED)                                                                       \
  X(spin, 12, SPIN, ALWAYS)                                                                        \
  X(read_write, 12, RWLOCK, ALWAYS)                                                                \
  X(semaphore, 16, SEM, ALWAYS)                                                                    \
  X(section, 10, SECTION, ALWAYS)                                                                  \
  X(spin_wait, 22, WAIT, ALWAYS)                                                                   \
  X(spin_try, 8, WAIT, MUTEX)                                                                      \
  X(spin_lock, 16, OWN_LOCK, ALWAYS)                                                               \
  X(barrier, 8, BARRIER, ALWAYS)                                                                   \
  X(once, 8, ONCE, ALWAYS)                                                                         \
  X(atomic, 26, ATOMIC, ALWAYS)                                                                    \
  X(ordered, 26, ATOMIC, ALWAYS)                                                                   \
  X(builtin, 20, BUILTIN, ALWAYS)                                                                  \
  X(fence, 16, FENCE, ALWAYS)                                                                      \
  X(litmus, 500, LITMUS, ALWAYS)                                                                   \
  X(retry, 6, BUILTIN, LOOP)                                                                       \
  X(pointer, 14, POINTER, ALWAYS)                                                                  \
  X(heap, 14, HEAP, ALWAYS)                                                                        \
  X(list, 14, LIST, ALWAYS)                                                                        \
  X(copy, 8, STRUCT, ALWAYS)                                                                       \
  X(call, 12, HELPER, ALWAYS)                                                                      \
  X(call_by_pointer, 8, HELPER, POINTERS_TO_CODE)                                                  \
  X(call_with_pointer, 8, HELPER, POINTER)                                                         \
  X(call_recursive, 12, RECURSION, ALWAYS)                                                         \
  X(leave, 8, RETURN, ALWAYS)                                                                      \
  X(floating, 12, FLOAT, ALWAYS)

enum width { U8, S8, U16, S16, U32, S32, U64, S64, BOOL, TYPES };
extern const char *const TYPE_NAMES[TYPES];

/* Something that can be read and written: C with `$` for each index. */
struct spot {
  const char *text;
  enum width type;
  bool atomic;   /* _Atomic */
  bool field;    /* a bit-field: has no address */
  bool constant; /* not to be written: a loop counts with it */
  bool shared;
};

struct generator {
  struct program *program;
  struct dice dice;
  bool features[FEATURES_ALL];
  unsigned property;
  struct node *file;
  VEC(struct spot) shared;
  VEC(struct spot) locals;    /* in scope */
  VEC(const char *) pointers; /* shared pointers, of the type of `pointed` */
  VEC(const char *) loaded;   /* what litmus.c expects of loads */
  enum width pointed;
  enum width handed; /* what the shared heap block holds */
  unsigned mutexes, flags, helpers, fresh, litmus;
  unsigned held;  /* set of mutexes */
  unsigned depth; /* of blocks */
  unsigned cost;  /* shared accesses left */
  bool in_section;
  const char *leave; /* how the function at hand is left early */
};

static inline unsigned
below(struct generator *g, unsigned n)
{
  return dice_below(&g->dice, n);
}

static inline bool
chance(struct generator *g, unsigned percent)
{
  return dice_chance(&g->dice, percent);
}

static inline bool
has(const struct generator *g, enum feature feature)
{
  return g->features[feature];
}

#define TEXT(g, ...) arena_printf(&(g)->program->arena, __VA_ARGS__)

/* ---- make.c ---- */

/* An expression or statement with up to three kids, NULL where there are fewer. */
struct node *make_expression(struct generator *g, const char *text, struct node *a, struct node *b,
                             struct node *c);
struct node *make_atom(struct generator *g, const char *text);
struct node *make_block(struct generator *g);
/* These append to the list. */
struct node *make_statement(struct generator *g, struct node *list, const char *text,
                            struct node *a, struct node *b);
struct node *make_line(struct generator *g, struct node *list, const char *text);
unsigned make_group(struct generator *g);

struct node *make_number(struct generator *g);
struct node *make_place(struct generator *g, const struct spot *place);
struct node *make_leaf(struct generator *g);
struct node *make_value(struct generator *g, unsigned depth);
struct node *make_comparison(struct generator *g, unsigned depth);
struct node *make_condition(struct generator *g, unsigned depth);

/* NULL if there is none left. */
const struct spot *pick_readable(struct generator *g);
const struct spot *pick_writable(struct generator *g);
/* Shared, and has an address; not _Atomic if it is to be plain and there is such a one. */
const struct spot *pick_addressable(struct generator *g, bool plain);

/* ---- statement.c, access.c, sync.c, litmus.c ---- */

#define X(name, weight, a, b) void write_##name(struct generator *g, struct node *list);
STATEMENTS(X)
#undef X
void write_statements(struct generator *g, struct node *list, unsigned n);
struct node *write_body(struct generator *g, unsigned n); /* the same as a block */
/* Is this an unlock that a buggy program leaves out? */
bool write_forgets(struct generator *g);
void litmus_declare(struct generator *g);
void litmus_assert(struct generator *g, struct node *list); /* of what all threads have loaded */
/* From here on the text can be read and written in this function. */
void add_local(struct generator *g, const char *text, enum width type, bool constant);

#endif
