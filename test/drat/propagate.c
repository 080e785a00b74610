/* Unit propagation with two watched literals.
 *
 * A clause matters only when all its literals but one are false. So it suffices to look at it when
 * one of two chosen literals becomes false, and then to choose another one that is not false.
 * Assumptions are undone by shortening the trail; watches may stay where they are.
 *
 * What holds without assumptions holds for good: the trail up to there is never undone. A clause
 * that has a true literal then, or made one true, need not be watched at all.
 *
 * Deleting marks the clause; the lists of watches forget it when they come across it. The hash
 * table that finds the clause to delete does not depend on the order of literals, which watching
 * changes. */
#include "part.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE, NEXT, LITERALS }; /* of a clause in the arena */
#define DELETED 0x80000000u    /* in SIZE */

/* ---- memory ---- */

void *
memory(void *old, size_t n, size_t size)
{
  void *new = n < SIZE_MAX / 2 / size ? realloc(old, n ? n * size : 1) : NULL;
  if (!new) {
    fputs("drat: out of memory\n", stderr);
    exit(2);
  }
  return new;
}

void *
memory_fit(void *old, size_t *cap, size_t n, size_t size)
{
  if (n <= *cap)
    return old;
  *cap = n > 2 * *cap ? n + 2 : 2 * *cap;
  return memory(old, *cap, size);
}

void
literals_push(struct literals *literals, lit literal)
{
  literals->at = memory_fit(literals->at, &literals->cap, literals->n + 1, sizeof *literals->at);
  literals->at[literals->n++] = literal;
}

static void *
zeroes(size_t n, size_t size)
{
  void *new = memory(NULL, n, size);
  return memset(new, 0, n * size);
}

void
clauses_init(struct clauses *clauses, int variables)
{
  size_t literals = 2 * (size_t)variables + 2;
  *clauses = (struct clauses){.n = 1, .n_chains = 1024, .n_literals = literals};
  clauses->chains = zeroes(clauses->n_chains, sizeof *clauses->chains);
  clauses->watches = zeroes(literals, sizeof *clauses->watches);
  clauses->values = zeroes(literals, sizeof *clauses->values);
  clauses->marks = zeroes(literals, sizeof *clauses->marks);
  clauses->trail.cap = (size_t)variables + 1;
  clauses->trail.at = memory(NULL, clauses->trail.cap, sizeof *clauses->trail.at);
}

void
clauses_free(struct clauses *clauses)
{
  for (size_t i = 0; i < clauses->n_literals; i++)
    free(clauses->watches[i].at);
  free(clauses->watches);
  free(clauses->values);
  free(clauses->marks);
  free(clauses->trail.at);
  free(clauses->chains);
  free(clauses->arena);
}

/* ---- finding a clause again ---- */

static uint64_t
hash_literals(const lit *literals, size_t n)
{
  uint64_t hash = n;
  for (size_t i = 0; i < n; i++) {
    uint64_t mixed = literals[i] * UINT64_C(0x9e3779b97f4a7c15);
    hash += mixed ^ mixed >> 29;
  }
  return hash ^ hash >> 32;
}

static uint32_t *
chain_of(struct clauses *clauses, const lit *literals, size_t n)
{
  return &clauses->chains[hash_literals(literals, n) & (clauses->n_chains - 1)];
}

static void
hang_up(struct clauses *clauses, uint32_t clause)
{
  uint32_t *at = clauses->arena + clause;
  uint32_t *chain = chain_of(clauses, at + LITERALS, at[SIZE]);
  at[NEXT] = *chain;
  *chain = clause;
}

static void
more_chains(struct clauses *clauses)
{
  size_t n = clauses->n_chains;
  uint32_t *old = clauses->chains;
  clauses->n_chains = 2 * n;
  clauses->chains = zeroes(clauses->n_chains, sizeof *clauses->chains);
  for (size_t i = 0; i < n; i++)
    for (uint32_t clause = old[i], next; clause; clause = next) {
      next = clauses->arena[clause + NEXT];
      hang_up(clauses, clause);
    }
  free(old);
}

/* Each literal once. */
static void
tidy(struct clauses *clauses, struct literals *clause)
{
  size_t n = 0;
  for (size_t i = 0; i < clause->n; i++)
    if (!clauses->marks[clause->at[i]]) {
      clauses->marks[clause->at[i]] = true;
      clause->at[n++] = clause->at[i];
    }
  clause->n = n;
  for (size_t i = 0; i < n; i++)
    clauses->marks[clause->at[i]] = false;
}

static bool
all_marked(const struct clauses *clauses, const uint32_t *at)
{
  for (uint32_t i = 0; i < at[SIZE]; i++)
    if (!clauses->marks[at[LITERALS + i]])
      return false;
  return true;
}

/* What points to the clause in its chain, or to the 0 at the end of the chain. */
static uint32_t *
find(struct clauses *clauses, const struct literals *clause)
{
  uint32_t *link = chain_of(clauses, clause->at, clause->n);
  for (size_t i = 0; i < clause->n; i++)
    clauses->marks[clause->at[i]] = true;
  while (*link && !(clauses->arena[*link + SIZE] == clause->n &&
                    all_marked(clauses, clauses->arena + *link)))
    link = &clauses->arena[*link + NEXT];
  for (size_t i = 0; i < clause->n; i++)
    clauses->marks[clause->at[i]] = false;
  return link;
}

/* ---- propagation ---- */

static void
assign(struct clauses *clauses, lit literal)
{
  clauses->values[literal] = 1;
  clauses->values[literal ^ 1] = -1;
  clauses->trail.at[clauses->trail.n++] = literal;
}

static void
watch(struct clauses *clauses, lit literal, uint32_t clause, uint32_t blocker)
{
  struct watches *list = &clauses->watches[literal];
  list->at = memory_fit(list->at, &list->cap, list->n + 1, sizeof *list->at);
  list->at[list->n++] = (struct watch){clause, blocker};
}

/* Another literal to watch than the false one in position 1, which is not false; it moves there. */
static bool
find_other(const struct clauses *clauses, uint32_t *at)
{
  lit *literals = at + LITERALS, was = literals[1];
  for (uint32_t i = 2; i < at[SIZE]; i++)
    if (clauses->values[literals[i]] >= 0) {
      literals[1] = literals[i];
      literals[i] = was;
      return true;
    }
  return false;
}

enum visit { KEEP, DROP, CONFLICT };

/* `entry` watches `falsified`. */
static enum visit
visit(struct clauses *clauses, struct watch *entry, lit falsified)
{
  if (clauses->values[entry->blocker] > 0)
    return KEEP;
  uint32_t *at = clauses->arena + entry->clause;
  if (at[SIZE] & DELETED)
    return DROP;
  lit *literals = at + LITERALS;
  if (literals[0] == falsified) {
    literals[0] = literals[1];
    literals[1] = falsified;
  }
  if (clauses->values[literals[0]] > 0) {
    entry->blocker = literals[0];
    return KEEP;
  }
  if (find_other(clauses, at)) {
    watch(clauses, literals[1], entry->clause, literals[0]);
    return DROP;
  }
  if (clauses->values[literals[0]] < 0)
    return CONFLICT;
  assign(clauses, literals[0]);
  return KEEP;
}

/* False on a contradiction. */
static bool
propagate_literal(struct clauses *clauses, lit falsified)
{
  struct watches *list = &clauses->watches[falsified];
  enum visit result = KEEP;
  size_t kept = 0, i = 0;
  while (i < list->n && result != CONFLICT) {
    struct watch entry = list->at[i++];
    result = visit(clauses, &entry, falsified);
    if (result != DROP)
      list->at[kept++] = entry;
  }
  while (i < list->n)
    list->at[kept++] = list->at[i++];
  list->n = kept;
  return result != CONFLICT;
}

static bool
propagate(struct clauses *clauses)
{
  while (clauses->propagated < clauses->trail.n)
    if (!propagate_literal(clauses, clauses->trail.at[clauses->propagated++] ^ 1))
      return false;
  return true;
}

static void
undo(struct clauses *clauses, size_t trail)
{
  while (clauses->trail.n > trail) {
    lit literal = clauses->trail.at[--clauses->trail.n];
    clauses->values[literal] = clauses->values[literal ^ 1] = 0;
  }
  clauses->propagated = trail;
}

/* ---- interface ---- */

/* Literals that are not false come first; their number, or SIZE_MAX if one of them is true. */
static size_t
open_first(const struct clauses *clauses, struct literals *clause)
{
  size_t open = 0;
  for (size_t i = 0; i < clause->n; i++) {
    lit literal = clause->at[i];
    if (clauses->values[literal] > 0)
      return SIZE_MAX;
    if (clauses->values[literal] == 0) {
      clause->at[i] = clause->at[open];
      clause->at[open++] = literal;
    }
  }
  return open;
}

bool
clauses_add(struct clauses *clauses, struct literals *clause)
{
  tidy(clauses, clause);
  size_t open = open_first(clauses, clause), start = clauses->n;
  size_t end = start + LITERALS + clause->n;
  if (end >= UINT32_MAX || clause->n >= DELETED)
    return false;
  clauses->arena = memory_fit(clauses->arena, &clauses->cap, end, sizeof *clauses->arena);
  uint32_t *at = clauses->arena + start;
  at[SIZE] = (uint32_t)clause->n;
  for (size_t i = 0; i < clause->n; i++)
    at[LITERALS + i] = clause->at[i];
  clauses->n = end;
  if (++clauses->n_clauses > clauses->n_chains)
    more_chains(clauses);
  hang_up(clauses, (uint32_t)start);
  if (open == 0) {
    clauses->refuted = true;
  } else if (open == 1) {
    assign(clauses, clause->at[0]);
    clauses->refuted |= !propagate(clauses);
  } else if (open != SIZE_MAX) {
    watch(clauses, clause->at[0], (uint32_t)start, clause->at[1]);
    watch(clauses, clause->at[1], (uint32_t)start, clause->at[0]);
  }
  return true;
}

bool
clauses_delete(struct clauses *clauses, struct literals *clause)
{
  tidy(clauses, clause);
  uint32_t *link = find(clauses, clause);
  if (!*link)
    return false;
  uint32_t *at = clauses->arena + *link;
  at[SIZE] |= DELETED;
  *link = at[NEXT];
  clauses->n_clauses--;
  return true;
}

bool
clauses_imply(struct clauses *clauses, const struct literals *clause)
{
  size_t trail = clauses->trail.n;
  bool implied = clauses->refuted;
  for (size_t i = 0; i < clause->n && !implied; i++)
    if (clauses->values[clause->at[i]] == 0)
      assign(clauses, clause->at[i] ^ 1);
    else
      implied = clauses->values[clause->at[i]] > 0; /* so it holds, or is in the clause twice */
  implied = implied || !propagate(clauses);
  undo(clauses, trail);
  return implied;
}
