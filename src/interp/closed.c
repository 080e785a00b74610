/* Which processes are let go on from a state: a closed set of them.
 *
 * Let the footprint of a thread be what its next label reads and writes of what others may touch,
 * here and now; and its future, what its labels from here on may read and write, those of threads
 * that it creates included. A set of threads is *closed* if the footprint of none of them meets the
 * future of a thread outside (one of the two writes), and if none of them waits to join a thread
 * outside. Additions are a third kind beside reads and writes (future.c): two of them do not meet. A
 * label that takes a lock and gives it back only reads it: it is passed if the lock is free, and
 * leaves it free.
 *
 * As long as only threads outside move, those inside stay enabled, or stuck, as they are, and do
 * the same: so every run from here can be reordered such that a thread inside moves first, or no
 * thread inside ever moves, and then it may as well. It is enough to let the enabled threads of
 * one closed set go on. (These are Godefroid's persistent sets, by threads.)
 *
 * Where stores are late, each store in a buffer is a process beside its thread. Its one step is to
 * leave: it writes. This is how it and its thread get on with each other:
 *
 * - A label that puts a store into the buffer touches nothing by that. Others see the store when it
 *   leaves, and until then it is part of the future of the label, then a process.
 * - To put in at the end and to leave in front have the same effect in either order.
 * - A load is a read of memory, whether it finds a store of its own thread in the buffer or not.
 *   When that leaves first, the load finds the same in memory, unless somebody else writes there
 *   in between; and then he belongs to the set, since a read meets his future.
 * - A label that needs stores out of the buffer (a barrier, or a store that is not late and overlaps
 *   one that is) waits for them, as a join waits for a thread: they leave in steps of their own, not
 *   with the label. If such a thread is inside, so is the first of those stores; until it has left
 *   the thread cannot go on.
 * - A store behind others that have to leave first waits for the first of these.
 * - A join waits for the last label of a thread, and then for its buffer.
 *
 * So a store and its own thread never meet, and either can be in the set without the other. */
#include "interp/closed.h"

#include <string.h>

#include "base/invariant.h"
#include "base/mutant.h"

bool
closed_init(struct closed *closed, const struct machine *machine)
{
  size_t threads = machine->prog->threads.n;
  *closed = (struct closed){.machine = machine};
  bool found = futures_find(&closed->futures, machine);
  size_t words = found ? threads * sets_size(&closed->futures.pieces) : 0;
  closed->standings = mem_alloc(threads * sizeof *closed->standings);
  closed->footprints = mem_alloc((words + 1) * sizeof *closed->footprints);
  return found;
}

void
closed_free(struct closed *closed)
{
  futures_free(&closed->futures);
  vec_drop(closed->standings);
  vec_drop(closed->footprints);
  vec_free(&closed->processes);
  vec_free(&closed->in);
  vec_free(&closed->best);
  vec_free(&closed->open);
}

uint64_t *
closed_footprint(const struct closed *closed, thread_id thread)
{
  return &closed->footprints[thread * sets_size(&closed->futures.pieces)];
}

void
closed_list(struct closed *closed)
{
  const struct machine *machine = closed->machine;
  closed->processes.n = 0;
  for (thread_id t = 0; t < machine->prog->threads.n; t++)
    if (closed->standings[t].there)
      vec_push(&closed->processes, ((struct process){t, NO_ENTRY, closed->standings[t].can_go}));
  for (thread_id t = 0; machine->buffered && t < machine->prog->threads.n; t++)
    for (uint32_t i = 0; i < machine->buffers[t].n; i++)
      if (machine->buffers[t].at[i].bytes)
        vec_push(&closed->processes, ((struct process){t, i, machine_may_leave(machine, t, i)}));
}

/* ---- who belongs to whom ---- */

static const struct entry *
entry_of(const struct closed *closed, const struct process *process)
{
  const struct buffer *buffer = &closed->machine->buffers[process->thread];
  INVARIANT(process->entry < buffer->n);
  return &buffer->at[process->entry];
}

/* Do these sets hold what the store will write? */
static bool
is_written(const struct closed *closed, const uint64_t *sets, const struct process *store)
{
  return sets_hold(&closed->futures.pieces, sets, entry_of(closed, store)->byte);
}

static const uint64_t *
future_of(const struct closed *closed, thread_id thread)
{
  const struct machine *machine = closed->machine;
  return futures_at(&closed->futures, machine->labels, thread, machine->position[thread]);
}

/* A thread that waits for one that does not exist yet waits for whoever creates that. */
static bool
is_joined(const struct closed *closed, thread_id joins, const struct process *other)
{
  const struct machine *machine = closed->machine;
  if (joins == NOBODY)
    return false;
  if (!machine->created[joins])
    return other->entry == NO_ENTRY;
  return other->thread == joins && (other->entry == NO_ENTRY || !machine_can_try(machine, joins));
}

static bool
thread_needs(const struct closed *closed, thread_id thread, const struct process *other)
{
  const struct standing *standing = &closed->standings[thread];
  const uint64_t *footprint = closed_footprint(closed, thread);
  if (is_joined(closed, standing->joins, other))
    return true;
  if (other->thread == thread)
    return other->entry != NO_ENTRY && entry_of(closed, other)->event == standing->flushes &&
           !MUTANT(FLUSH_ALONE);
  if (MUTANT(STEPS_ALONE))
    return false;
  if (other->entry != NO_ENTRY)
    return is_written(closed, footprint, other) && !MUTANT(BUFFERS_FORGOTTEN);
  return sets_meet(&closed->futures.pieces, footprint, future_of(closed, other->thread));
}

static bool
store_needs(const struct closed *closed, const struct process *store, const struct process *other)
{
  if (!store->can_go)
    return other->thread == store->thread && !MUTANT(OBSTACLES_FORGOTTEN) &&
           other->entry == machine_obstacle(closed->machine, store->thread, store->entry);
  if (other->thread == store->thread || MUTANT(LEAVES_ALONE))
    return false;
  if (other->entry == NO_ENTRY)
    return is_written(closed, future_of(closed, other->thread), store);
  return sets_same(&closed->futures.pieces, entry_of(closed, store)->byte,
                   entry_of(closed, other)->byte);
}

/* ---- the smallest sets ---- */

static void
enter(struct closed *closed, uint32_t index)
{
  closed->in.at[index] = true;
  vec_push(&closed->open, index);
}

static bool
needs(const struct closed *closed, const struct process *inside, const struct process *other)
{
  return inside->entry == NO_ENTRY ? thread_needs(closed, inside->thread, other)
                                   : store_needs(closed, inside, other);
}

/* The smallest closed set with this process, into `in`: how many of it can go on. */
static unsigned
close_set(struct closed *closed, uint32_t first)
{
  const struct process *processes = closed->processes.at;
  unsigned can_go = 0;
  memset(closed->in.at, 0, closed->in.n * sizeof *closed->in.at);
  closed->open.n = 0;
  enter(closed, first);
  while (closed->open.n) {
    const struct process *inside = &processes[closed->open.at[--closed->open.n]];
    can_go += inside->can_go;
    for (uint32_t i = 0; i < closed->processes.n; i++)
      if (!closed->in.at[i] && needs(closed, inside, &processes[i]))
        enter(closed, i);
  }
  INVARIANT(can_go); /* the first one can */
  return can_go;
}

void
closed_choose(struct closed *closed)
{
  unsigned least = UINT32_MAX;
  vec_resize(&closed->in, closed->processes.n);
  vec_resize(&closed->best, closed->processes.n);
  for (uint32_t i = 0; i < closed->processes.n && least > 1; i++) {
    unsigned can_go = closed->processes.at[i].can_go ? close_set(closed, i) : UINT32_MAX;
    if (can_go >= least)
      continue;
    least = can_go;
    memcpy(closed->best.at, closed->in.at, closed->in.n * sizeof *closed->in.at);
  }
}
