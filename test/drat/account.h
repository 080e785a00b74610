/* The account of clauses that were added to a formula of one order (see order.c), as it is read.
 *
 * Two literals more than part.h has are the constants: ALWAYS and its negation NEVER. */
#ifndef HEDDLE_TEST_DRAT_ACCOUNT_H
#define HEDDLE_TEST_DRAT_ACCOUNT_H

#include "part.h"

enum { ALWAYS = 0, NEVER = 1 };
#define NOTHING UINT32_MAX /* instead of a node: the start; instead of a writer: initial contents */

struct node {
  uint32_t thread, chain;
  lit happened;
  bool commit;
  uint64_t line;
};
struct access { /* a writer or a reading, as far as one cell is concerned */
  uint32_t thread, event, node, cell;
  lit there; /* it has happened, and there */
  uint64_t line;
};
struct source {
  uint32_t reading, writer;
  lit from;
  uint64_t line;
};
struct instance {
  bool transitive;
  uint32_t of[3]; /* nodes; or reading, source, another writer */
  uint64_t line;
};

struct account {
  int variables;    /* of the encoding */
  uint64_t clauses; /* likewise */
  char question[16];
  lit literal; /* of the question */
  struct node *nodes;
  size_t n_nodes, cap_nodes;
  lit *before; /* per pair of nodes; by chains where they are in one */
  size_t n_rows;
  struct access *writers, *readings;
  size_t n_writers, cap_writers, n_readings, cap_readings;
  struct source *sources; /* by reading */
  size_t n_sources, cap_sources;
  struct instance *instances;
  size_t n_instances, cap_instances;
  uint64_t line;   /* of what is wrong */
  const char *why; /* static; NULL = nothing is */
};

/* ---- account.c ---- */

/* False with `line` and `why` if the text is none. In any case account_free is due. */
bool account_read(struct account *account, struct drat_text text);
void account_free(struct account *account);

/* ---- order.c ---- */

/* Do the clauses of the encoding say of the literals what they must say of such ones? */
bool account_fits(struct account *account, struct clauses *clauses);
/* Is the clause what the instance says? The literals are reordered. */
bool account_is_instance(struct account *account, size_t instance, struct literals *clause);

#endif
