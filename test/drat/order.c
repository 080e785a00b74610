/* Clauses that were added to a formula of one order: is each an instance of one of two schemes?
 *
 * Transitivity. Of three nodes a, b, c:
 *
 *   before(a,b) and before(b,c) -> before(a,c)
 *
 * and if one of these is a constant, only if all three happen. For what is known of the order need not
 * fit together for nodes that do not happen.
 *
 * No store between. Of a reading r, its source w (or the initial contents) and a store x to the same
 * cell by another event:
 *
 *   from(w,r) and wrote(x) and before(x,r) -> before(x,w)          never, for the initial contents
 *
 * Both hold in every execution: the nodes that happen are in one order, and a load gets its value from
 * the last store before it. So they take no execution away. A clause is compared with the instance
 * that the account names; constants are left out of it.
 *
 * That the literals are those of the nodes and accesses the account says. The encoding is trusted,
 * but it must fit: variables of different things differ, and the clauses of the encoding alone imply,
 * by unit propagation, that the order is monotone along chains, that nothing happens without what is
 * before it in its chain or is known to be before it, that an access happens only with its node, and that a source has stored, and has
 * done so before the reading. */
#include "account.h"

#include <stdlib.h>
#include <string.h>

static bool
fail(struct account *account, uint64_t line, const char *why)
{
  account->line = line;
  account->why = why;
  return false;
}

/* ---- order ---- */

static lit
node_before(const struct account *account, uint32_t a, uint32_t b)
{
  if (a == NOTHING || b == NOTHING)
    return a == NOTHING ? ALWAYS : NEVER;
  return account->before[(size_t)a * account->n_nodes + b];
}

/* Does it happen with a node of its own thread? */
static bool
is_own(const struct account *account, const struct access *access)
{
  return access->node != NOTHING && account->nodes[access->node].thread == access->thread;
}

/* The literal: the writer is before the other access. False: nothing tells. */
static bool
access_before(const struct account *account, uint32_t writer, bool reading, uint32_t other,
              lit *before)
{
  const struct access *a = &account->writers[writer];
  const struct access *b = reading ? &account->readings[other] : &account->writers[other];
  if (a->thread == b->thread)
    *before = a->event < b->event ? ALWAYS : NEVER;
  else if (a->node != b->node)
    *before = node_before(account, a->node, b->node);
  else if (is_own(account, a) || is_own(account, b))
    *before = is_own(account, a) ? ALWAYS : NEVER;
  else
    return false;
  return true;
}

/* ---- does the encoding fit? ---- */

/* a -> b */
static bool
implies(struct clauses *clauses, lit a, lit b)
{
  lit open[2];
  struct literals clause = {open, 0, 2};
  if (a == NEVER || b == ALWAYS)
    return true;
  if (a != ALWAYS)
    open[clause.n++] = a ^ 1;
  if (b != NEVER)
    open[clause.n++] = b;
  return clauses_imply(clauses, &clause);
}

/* Marks the variable; false if it is marked already. */
static bool
is_first(bool *used, lit literal)
{
  bool first = literal <= NEVER || !used[literal / 2];
  used[literal / 2] = true;
  return first;
}

static bool
variables_differ(struct account *account)
{
  size_t n = account->n_nodes;
  bool *used = memory(NULL, (size_t)account->variables + 1, sizeof *used), fine = true;
  memset(used, 0, (size_t)account->variables + 1);
  for (size_t a = 0; a < n && fine; a++) {
    fine = account->nodes[a].commit || is_first(used, account->nodes[a].happened);
    for (size_t b = a + 1; b < n && fine; b++)
      fine = is_first(used, account->before[a * n + b]);
    if (!fine)
      fail(account, account->nodes[a].line, "a variable of this node is that of another, too");
  }
  free(used);
  return fine;
}

static bool
nodes_fit(struct account *account, struct clauses *clauses)
{
  size_t n = account->n_nodes;
  for (size_t b = 0; b + 1 < n; b++) {
    const struct node *node = &account->nodes[b];
    if (node->chain != node[1].chain)
      continue;
    if (!implies(clauses, node[1].happened, node->happened))
      return fail(account, node[1].line, "in the encoding it happens without the one before it");
    for (size_t a = 0; a < n; a++)
      if (account->nodes[a].chain != node->chain &&
          !implies(clauses, account->before[a * n + b], account->before[a * n + b + 1]))
        return fail(account, node[1].line, "in the encoding its order is not monotone");
  }
  return true;
}

/* What is known to be before a node has happened if the node has. Of each chain the last one that is
 * known is enough, and only if that is not known of the node in front. */
static bool
known_fits(struct account *account, struct clauses *clauses)
{
  size_t n = account->n_nodes;
  for (size_t b = 0; b < n; b++) {
    const struct node *node = &account->nodes[b];
    bool follows = b && node[-1].chain == node->chain;
    for (size_t a = 0; a < n; a++) {
      bool last = a + 1 == n || account->nodes[a + 1].chain != account->nodes[a].chain ||
                  account->before[(a + 1) * n + b] != ALWAYS;
      if (account->nodes[a].chain == node->chain || account->before[a * n + b] != ALWAYS || !last ||
          (follows && account->before[a * n + b - 1] == ALWAYS))
        continue;
      if (!implies(clauses, node->happened, account->nodes[a].happened))
        return fail(account, node->line,
                    "in the encoding it happens without what is known before it");
    }
  }
  return true;
}

static bool
accesses_fit(struct account *account, const struct access *list, size_t n, struct clauses *clauses)
{
  for (size_t i = 0; i < n; i++)
    if (list[i].node != NOTHING &&
        !implies(clauses, list[i].there, account->nodes[list[i].node].happened))
      return fail(account, list[i].line, "in the encoding it happens without its node");
  return true;
}

static bool
source_fits(struct account *account, const struct source *source, struct clauses *clauses)
{
  const struct access *reading = &account->readings[source->reading];
  if (!implies(clauses, source->from, reading->there))
    return fail(account, source->line, "in the encoding there is a source without the reading");
  if (source->writer == NOTHING)
    return true;
  const struct access *writer = &account->writers[source->writer];
  lit before = ALWAYS;
  if (writer->cell != reading->cell)
    return fail(account, source->line, "a source of another cell");
  if (!implies(clauses, source->from, writer->there))
    return fail(account, source->line, "in the encoding the source need not have stored");
  if (is_own(account, writer) && is_own(account, reading)) /* else more may be known of it */
    access_before(account, source->writer, true, source->reading, &before);
  return implies(clauses, source->from, before) ||
         fail(account, source->line, "in the encoding the source may be behind the reading");
}

static bool
sources_fit(struct account *account, struct clauses *clauses)
{
  for (size_t i = 0; i < account->n_sources; i++)
    if (!source_fits(account, &account->sources[i], clauses))
      return false;
  return true;
}

bool
account_fits(struct account *account, struct clauses *clauses)
{
  return variables_differ(account) && nodes_fit(account, clauses) && known_fits(account, clauses) &&
         accesses_fit(account, account->writers, account->n_writers, clauses) &&
         accesses_fit(account, account->readings, account->n_readings, clauses) &&
         sources_fit(account, clauses);
}

/* ---- instances ---- */

struct made {
  lit literals[6];
  size_t n;
};

static bool
make_transitive(struct account *account, const struct instance *instance, struct made *made)
{
  uint32_t a = instance->of[0], b = instance->of[1], c = instance->of[2];
  if (a == b || b == c || a == c)
    return fail(account, instance->line, "not three nodes");
  lit first = node_before(account, a, b), second = node_before(account, b, c);
  lit direct = node_before(account, a, c);
  *made = (struct made){{first ^ 1, second ^ 1, direct}, 3};
  if (first <= NEVER || second <= NEVER || direct <= NEVER)
    for (unsigned i = 0; i < 3; i++)
      made->literals[made->n++] = account->nodes[instance->of[i]].happened ^ 1;
  return true;
}

static int
compare_reading(const void *key, const void *element)
{
  const uint32_t *reading = key;
  const struct source *source = element;
  return *reading < source->reading ? -1 : *reading > source->reading;
}

/* NULL: it is no source of the reading. */
static const struct source *
find_source(const struct account *account, uint32_t reading, uint32_t writer)
{
  const struct source *end = account->sources + account->n_sources;
  const struct source *source =
    account->n_sources
      ? bsearch(&reading, account->sources, account->n_sources, sizeof *source, compare_reading)
      : NULL;
  while (source && source > account->sources && source[-1].reading == reading)
    source--;
  for (; source && source < end && source->reading == reading; source++)
    if (source->writer == writer)
      return source;
  return NULL;
}

static bool
make_between(struct account *account, const struct instance *instance, struct made *made)
{
  uint32_t reading = instance->of[0], writer = instance->of[1], other = instance->of[2];
  const struct source *source = find_source(account, reading, writer);
  const struct access *between = &account->writers[other];
  lit seen, before = NEVER;
  if (!source)
    return fail(account, instance->line, "that is no source of the reading");
  if (between->cell != account->readings[reading].cell)
    return fail(account, instance->line, "the other store is to another cell");
  if (writer != NOTHING && between->event == account->writers[writer].event)
    return fail(account, instance->line, "the other store is the source");
  if (!access_before(account, other, true, reading, &seen) ||
      (writer != NOTHING && !access_before(account, other, false, writer, &before)))
    return fail(account, instance->line, "nothing tells in which order they are");
  *made = (struct made){{source->from ^ 1, between->there ^ 1, seen ^ 1, before}, 4};
  return true;
}

/* ---- comparison ---- */

static int
compare_literals(const void *a, const void *b)
{
  const lit *one = a, *two = b;
  return *one < *two ? -1 : *one > *two;
}

/* Sorts, and leaves out what is there twice or is false; how many are left. */
static size_t
tidy(lit *literals, size_t n)
{
  size_t left = 0;
  if (n)
    qsort(literals, n, sizeof *literals, compare_literals);
  for (size_t i = 0; i < n; i++)
    if (literals[i] != NEVER && (!left || literals[i] != literals[left - 1]))
      literals[left++] = literals[i];
  return left;
}

bool
account_is_instance(struct account *account, size_t index, struct literals *clause)
{
  const struct instance *instance = &account->instances[index];
  struct made made;
  if (!(instance->transitive ? make_transitive : make_between)(account, instance, &made))
    return false;
  made.n = tidy(made.literals, made.n);
  clause->n = tidy(clause->at, clause->n);
  bool same =
    made.n == clause->n && (!made.n || !memcmp(made.literals, clause->at, made.n * sizeof(lit)));
  return same || fail(account, instance->line, "the formula has another clause there");
}
