/* Where the names of threads are kept that are alike: in which places of memory, and in which
 * results of loads. Private to src/interp. */
#ifndef HEDDLE_INTERP_NAMING_H
#define HEDDLE_INTERP_NAMING_H

#include "interp/alike.h"

struct name_place {
  size_t byte; /* the first one */
  uint32_t bytes;
};

struct naming {
  const struct alike *alike;
  struct map owner;   /* of each name: its thread */
  uint32_t *place_of; /* of each byte: the place it belongs to, plus 1 */
  VEC(struct name_place) places;
  bool *holds; /* of each value: it may be a name */
  bool *kept;  /* of each load's result: it is stored, or compared with another one */
};

/* False if names are used in ways that cannot be followed. To be freed all the same. */
bool naming_find(struct naming *naming, const struct alike *alike);
void naming_free(struct naming *naming);
/* The thread with this name, or NOBODY. */
thread_id naming_owner(const struct naming *naming, uint64_t number);
/* Are names kept at this byte? */
bool naming_is_at(const struct naming *naming, size_t byte);

#endif
