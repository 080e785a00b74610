/* What total and partial store order have in common: which stores are late, what is a barrier. */
#ifndef HEDDLE_MEMMODEL_TSO_H
#define HEDDLE_MEMMODEL_TSO_H

#include "memmodel/memmodel.h"

bool tso_is_late(const struct prog *prog, const struct event *event);
bool tso_is_barrier(const struct prog *prog, const struct event *event);

#endif
