/* Inside the generator: what its parts share. generate.c decides what a program has and writes
 * declarations, threads and main; statement.c writes statements; make.c the nodes and expressions
 * that they are made of. */
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
  X(SEM, 12)                                                                                       \
  X(SPIN, 8)                                                                                       \
  X(RWLOCK, 8)                                                                                     \
  X(WAIT, 20)                                                                                      \
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
  X(FLOAT, 2)

enum feature {
#define X(name, percent) INDEX_##name,
  FEATURES(X)
#undef X
#define X(name, percent) HAS_##name = 1u << INDEX_##name,
    FEATURES(X)
#undef X
};

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
  unsigned features;
  unsigned property;
  struct node *file;
  VEC(struct spot) shared;
  VEC(struct spot) locals;    /* in scope */
  VEC(const char *) pointers; /* shared pointers, of the type of `pointed` */
  enum width pointed;
  enum width handed; /* what the shared heap block holds */
  unsigned mutexes, flags, helpers, fresh;
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
  return g->features & feature;
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

/* ---- statement.c ---- */

void write_statements(struct generator *g, struct node *list, unsigned n);
void write_assignment(struct generator *g, struct node *list);
void write_assertion(struct generator *g, struct node *list);
void write_input(struct generator *g, struct node *list);
/* From here on the text can be read and written in this function. */
void add_local(struct generator *g, const char *text, enum width type, bool constant);

#endif
