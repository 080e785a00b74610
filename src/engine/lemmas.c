#include "engine/lemmas.h"

#include <stdlib.h>
#include <string.h>

#include "base/invariant.h"
#include "base/mutant.h"

/* Of each size; and hashes, before they are forgotten and lemmas may come twice. */
enum { MOST_KEPT = 5000, MOST_KNOWN = 4000000 };

static int
compare(const void *a, const void *b)
{
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

/* Has it come before? */
static bool
is_known(struct lemmas *lemmas, const int *literals, size_t n)
{
  int sorted[SAT_LEMMA_SIZE];
  if (lemmas->known.n >= MOST_KNOWN)
    map_free(&lemmas->known);
  memcpy(sorted, literals, n * sizeof *sorted);
  qsort(sorted, n, sizeof *sorted, compare);
  size_t hashed = MUTANT(LEMMA_KNOWN_BY_START) && n > 1 ? n - 1 : n;
  uint32_t *known = map_at(&lemmas->known, hash_bytes(sorted, hashed * sizeof *sorted));
  bool before = *known;
  *known = 1;
  return before;
}

static void
keep(struct lemmas *lemmas, const int *literals, size_t n)
{
  struct lemmas_of_size *kept = &lemmas->kept[n];
  if (kept->literals.n < MOST_KEPT * n) {
    for (size_t i = 0; i < n; i++)
      vec_push(&kept->literals, literals[i]);
    return;
  }
  memcpy(kept->literals.at + kept->next * n, literals, n * sizeof *literals);
  kept->next = (kept->next + 1) % MOST_KEPT;
}

static void
print(struct str *out, const int *literals, size_t n)
{
  for (size_t i = 0; i < n; i++)
    str_printf(out, "%d ", literals[i]);
  str_add(out, "0 ");
}

static void
take(struct lemmas *lemmas, const int *literals, size_t n, struct str *fresh)
{
  lemmas->came++;
  if (is_known(lemmas, literals, n)) {
    lemmas->again++;
    return;
  }
  keep(lemmas, literals, n);
  print(fresh, literals, n);
}

void
lemmas_take(struct lemmas *lemmas, const char *text, struct str *fresh)
{
  int literals[SAT_LEMMA_SIZE];
  size_t n = 0;
  char *rest;
  for (int literal; literal = (int)strtol(text, &rest, 10), rest > text; text = rest) {
    if (literal) {
      INVARIANT(n < SAT_LEMMA_SIZE);
      literals[n++] = literal;
    } else {
      if (n) /* the empty clause is told as a refutation, too */
        take(lemmas, literals, n, fresh);
      n = 0;
    }
  }
  INVARIANT(!n);
}

/* From the oldest one on, as they came. */
static size_t
print_size(const struct lemmas_of_size *kept, size_t size, size_t most, struct str *out)
{
  size_t n = kept->literals.n / size, from = n > most ? n - most : 0;
  for (size_t i = from; i < n; i++)
    print(out, kept->literals.at + (kept->next + i) % n * size, size);
  return n - from;
}

void
lemmas_print(const struct lemmas *lemmas, size_t most, struct str *out)
{
  for (size_t size = 1; size <= SAT_LEMMA_SIZE; size++)
    most -= print_size(&lemmas->kept[size], size, most, out);
}

void
lemmas_free(struct lemmas *lemmas)
{
  map_free(&lemmas->known);
  for (size_t size = 0; size <= SAT_LEMMA_SIZE; size++)
    vec_free(&lemmas->kept[size].literals);
}
