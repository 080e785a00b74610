/* Do all ranks run the same program? A leaf is refuted by whoever works on it, so a rank with another
 * version, whose rules may differ, must not take part. */
#ifndef HEDDLE_MPI_AGREE_H
#define HEDDLE_MPI_AGREE_H

#include <stdbool.h>

/* Asked on all ranks at the same time; the answer is the same on all. Rank 0 says which one differs. */
bool agree_on_program(int rank, int ranks);

#endif
