/* What makes a problem large: for whoever waits, or has waited in vain. */
#ifndef HEDDLE_CHECK_LARGE_H
#define HEDDLE_CHECK_LARGE_H

#include "analysis/labels.h"
#include "frontend/frontend.h"

/* Without pointers: two processes share it. */
struct large {
  struct frontend_effort effort; /* of the unfolding under way, or of the last one */
  char line[200]; /* with most of the steps: "120 of 150 steps are those of a.c:7"; or "" */
};

void large_find(struct large *large, const struct prog *prog, const struct labels *labels);

#endif
