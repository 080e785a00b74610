/* Starts workers here for a process that is on another machine: the other side of relay.h, where the
 * lines are explained. The workers are processes of this one, which are told what to do in lines
 * (transport_told), so each of them can be stopped at once, have its memory limited, and die without
 * harm to any other. */
#ifndef HEDDLE_SWARM_NURSERY_H
#define HEDDLE_SWARM_NURSERY_H

#include <stddef.h>

#include "swarm/wire.h"
#include "swarm/work.h"

/* Does what it is told through this wire, until that is closed; then all workers are stopped, and the
 * wire is freed. The rows are the works that it knows. */
void nursery_serve(const struct wire *wire, const struct work *const *works, size_t n);

#endif
