/* The path: what changes along the way of the current thread.
 *
 * The guard says when the thread gets here, the section and its depth in which atomic section it
 * is, the place where that is in the source. Everything that is made on the way (events, values,
 * accesses) takes them from here. A path is a plain value: an edge keeps one until its target is
 * reached, and whoever tries one of several ways keeps the path before them. */
#ifndef HEDDLE_UNFOLD_PATH_H
#define HEDDLE_UNFOLD_PATH_H

#include "ir/prog.h"

struct unfold;

struct path {
  value_id guard;   /* VALUE_FALSE: nobody goes on from here */
  uint32_t section; /* 0 = none */
  uint32_t depth;   /* how often it has been entered and not left */
  place_id place;
};

#endif
