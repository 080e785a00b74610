/* A generated program as a tree that prints as C.
 *
 * A node is a piece of C with holes: `$` is an expression, `{}` a block. Its kids fill them in this
 * order. A list holds statements or declarations, one below the other. Nothing here knows C: the
 * generator puts in what makes sense, the shrinker takes pieces out, and clang says whether what is
 * left is a program.
 *
 * Nodes that only make sense together (a thread: its function, its creation, its join; a lock and
 * its unlock) carry the same group number; 0 = none. */
#ifndef HEDDLE_FUZZ_TREE_H
#define HEDDLE_FUZZ_TREE_H

#include <stdbool.h>

#include "base/mem.h"
#include "base/str.h"

enum node_kind { NODE_EXPRESSION, NODE_STATEMENT, NODE_LIST };

struct node {
  enum node_kind kind;
  unsigned group;
  bool shared;      /* EXPRESSION: a place with an address that other threads may touch */
  bool atomic;      /* likewise: _Atomic */
  const char *text; /* LIST: none */
  VEC(struct node *) kids;
};

/* Owns its nodes and texts. */
struct program {
  uint64_t seed;
  unsigned property;                     /* what counts as a bug: set of enum property */
  bool narrow;                           /* for 32 bits: -m32 */
  bool malloc_fails, reuse, no_spurious; /* as in frontend.h */
  struct node *root;                     /* a list */
  VEC(const char *) names; /* at file scope, so that several programs can make one file */
  unsigned groups;         /* used so far */
  struct arena arena;
  VEC(struct node *) nodes;
};

struct node *node_new(struct program *program, enum node_kind kind, const char *text);
void node_add(struct node *parent, struct node *kid);
void program_free(struct program *program);

/* What every program includes and declares; stands once above one or several programs. */
extern const char PROGRAM_HEAD[];
/* The program without that. */
void program_print(struct str *out, const struct program *program);
/* The same with every name at file scope prefixed by `prefix`. With `pauses`, PAUSE() is called
 * before statements and accesses, and + is not done at a stroke. */
void program_print_renamed(struct str *out, const struct program *program, const char *prefix,
                           bool pauses);
/* Lines of the whole program that are neither empty nor a brace, without the head. */
unsigned program_lines(const struct program *program);

#endif
