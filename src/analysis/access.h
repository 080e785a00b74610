/* Accesses by place: the lists in which those that may touch the same bytes are neighbours. */
#ifndef HEDDLE_ANALYSIS_ACCESS_H
#define HEDDLE_ANALYSIS_ACCESS_H

#include "ir/prog.h"

/* An event as one that may touch a place; it has one for each of its targets. */
struct access {
  struct target target;
  uint32_t bytes;
  event_id event;
  thread_id thread;
};

/* The order of these lists, for qsort of accesses or of structs that begin with one: by object,
 * offset, size, event. Threads have their events one after the other, so at one place this is also
 * the order of threads. */
int access_compare(const void *a, const void *b);
/* Exactly the same bytes? */
bool access_same_place(const struct access *a, const struct access *b);

#endif
