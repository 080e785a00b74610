/* A transport whose workers are on other machines, which this process does not reach itself.
 *
 * Beside it there is another process, the post, that knows how to reach them, and passes lines on. So
 * this one may fork as it likes, which the post may not: once a process has begun to use a network by
 * MPI, its copies must not.
 *
 * Each machine, or as many of them as there are, is a rank; ranks are counted from 1. On each there is
 * a nursery (nursery.h), which starts and stops the workers. In lines, where the first word is the rank,
 * and 0 stands for all of them:
 *
 *   to the post     0 context TEXT                        what jobs have in common, escaped (work.h)
 *                   RANK start ID BYTES DIGEST WORK JOB   a worker with that much memory; 0 = any
 *                   RANK say ID LINE
 *                   RANK stop ID
 *   from the post   RANK says ID LINE
 *                   RANK divided ID LINE
 *                   RANK ended ID SECONDS BYTES
 *                   RANK died ID SIGNAL SECONDS BYTES
 *                   RANK gone                             there is no nursery any more
 *
 * A context is told once, to all ranks, and again if another one is needed. The digest of each start is
 * that of the context that is meant; a nursery that has another one does nothing. */
#ifndef HEDDLE_SWARM_RELAY_H
#define HEDDLE_SWARM_RELAY_H

#include "swarm/transport.h"
#include "swarm/wire.h"

struct relay;

/* The wire leads to the post, and is the relay's from here on. */
struct relay *relay_new(const struct wire *wire, unsigned ranks);
void relay_free(struct relay *relay);
const struct transport *relay_transport(const struct relay *relay);

#endif
