/* Objects of a size that is not constant: each has room for the largest, and an extent. */
#ifndef HEDDLE_UNFOLD_SIZED_H
#define HEDDLE_UNFOLD_SIZED_H

#include "ir/prog.h"

struct unfold;

/* A new object of this size (of the width of a pointer), which need not be constant; its address.
 * The prototype says everything else of it. Sizes for which there is no room end in a CUT. */
value_id sized_object(struct unfold *u, uint64_t key, struct object prototype, value_id size,
                      bool zeroed);
value_id sized_extent(struct unfold *u, object_id object); /* how many bytes it has */
/* May it have fewer bytes than `end`, though it has room for them? */
bool sized_may_end(const struct unfold *u, object_id object, uint64_t end);
/* Does it have so many bytes (of the width of a pointer) from this address on, which lies in it? */
value_id sized_contains(struct unfold *u, value_id address, object_id object, value_id bytes);

#endif
