/* Selections: z tiles of each thread, or all where there are no more than z.
 *
 * All selections of a tiling are numbered; they come in that order, or in a random one, and none
 * comes twice. Of more than 2^64 - 1 selections the numbers are not used: then each thread's tiles
 * are drawn by themselves.
 *
 * A run with k context switches, the first of them from main, leaves each thread at most
 * ceil(k / 2) times, each time before a label of some tile. So the selections with z = ceil(k / 2)
 * have, together, all runs with at most k switches. (A race needs a thread that stands before an
 * access without having been left: there take k + 1.) */
#ifndef HEDDLE_TILING_SELECTION_H
#define HEDDLE_TILING_SELECTION_H

#include "tiling/instance.h"

struct selections;

/* Borrows the tiling until it is freed. */
struct selections *selections_new(const struct tiling *tiling, unsigned z);
/* From now on by chance. The same seed gives the same selections. */
void selections_shuffle(struct selections *selections, uint64_t seed);
/* False when all have been there. The instance, which is overwritten, is the caller's. */
bool selections_next(struct selections *selections, struct instance *instance);
void selections_free(struct selections *selections);

/* How many there are; exact below 2^53. */
double selections_count(const struct selections *selections);

#endif
