/* Tilings: the labels of each thread cut into windows, the tiles.
 *
 * A tile is a range of labels of one thread. What is counted are the labels that can be closed;
 * where a thread may wait it can always be interrupted, so there is nothing to choose. A thread
 * without such labels has no tile.
 *
 * From a file, a tiling is written as one line for each thread that has more than one tile,
 *
 *     THREAD: LABEL LABEL ...
 *
 * with the labels, in ascending order, at which another tile begins; numbers of threads and labels
 * are those of `heddle dump --after=labels`. What follows a # is a comment. */
#ifndef HEDDLE_TILING_TILING_H
#define HEDDLE_TILING_TILING_H

#include "analysis/part.h"
#include "base/diag.h"

struct tile {
  uint32_t first, end; /* labels of its thread */
};

struct tiling {
  VEC(struct tile) tiles;        /* thread by thread, ascending */
  VEC(uint32_t) first_of_thread; /* threads + 1 entries */
};

/* Windows of equal size, the last of a thread perhaps smaller. */
struct window {
  unsigned size;  /* labels, at least 1 */
  bool percent;   /* the size is per cent of the thread's labels, rounded up */
  unsigned shift; /* the first window of a thread is cut short so that boundaries are that far on */
};

void tiling_windows(struct tiling *tiling, const struct prog *prog, const struct labels *labels,
                    struct window window);
/* False with errors in `diags`; there is nothing to free then. */
bool tiling_parse(struct tiling *tiling, const struct prog *prog, const struct labels *labels,
                  const char *text, const char *path, struct diags *diags);
void tiling_free(struct tiling *tiling);

/* How many labels of the thread can be closed. */
uint32_t tiling_labels(const struct prog *prog, const struct labels *labels, thread_id thread);

uint32_t tiling_count(const struct tiling *tiling, thread_id thread);
const struct tile *tiling_get(const struct tiling *tiling, thread_id thread, uint32_t tile);

#endif
