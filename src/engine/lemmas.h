/* What leaves have learnt, in the process that passes it on: each lemma once, and the best of them for
 * leaves that begin later.
 *
 * A lemma holds for all leaves (see swarm.c), so passing over one is never wrong; it is known by a hash of
 * its literals, in whatever order. Both tables are bounded. */
#ifndef HEDDLE_ENGINE_LEMMAS_H
#define HEDDLE_ENGINE_LEMMAS_H

#include "base/map.h"
#include "base/mem.h"
#include "base/str.h"
#include "sat/sat.h"

struct lemmas {
  struct map known; /* hashes of those that came */
  struct lemmas_of_size {
    VEC(int) literals; /* one lemma after the other */
    size_t next;       /* the oldest one, in whose place the next one goes when there is no room */
  } kept[SAT_LEMMA_SIZE + 1];
  size_t came, again; /* of those that came: they were known */
};

/* `text` has lemmas, each ended by a 0. Adds those that are new to `fresh`, in the same form. */
void lemmas_take(struct lemmas *lemmas, const char *text, struct str *fresh);
/* The shortest ones that are kept, and of each size the last that came, as far as there is room for so
 * many. */
void lemmas_print(const struct lemmas *lemmas, size_t most, struct str *out);
void lemmas_free(struct lemmas *lemmas);

#endif
