/* Runs in which a thread holds a lock for a while and changes nothing are left out (hold.c, rest.c).
 * That is right if nobody can find the lock taken and do something else than wait for it. Two can:
 * - who tries to get it; the models of the library say so (__heddle_refused);
 * - who reads the lock's word without being such a model: to copy it, print it, compare it.
 * This is gathered from turn to turn, like what is shared: a turn that has relied on a lock being
 * noticed by nobody is repeated if somebody notices it. */
#include "unfold/notice.h"

#include <stdlib.h>

#include "base/mutant.h"
#include "unfold/pointer.h"
#include "unfold/state.h"

enum { WORD = sizeof(int) }; /* of a lock of the library: 0 while it is free */

static void
is_noticed(struct unfold *u, object_id object)
{
  struct known_object *known = &u->kept.known.at[object];
  u->turn.grew.noticed |= !known->noticed;
  known->noticed = true;
}

void
notice_refused(struct unfold *u, value_id lock)
{
  struct target *targets;
  size_t n;
  access_targets(u, lock, &targets, &n);
  for (size_t i = 0; i < n; i++)
    is_noticed(u, targets[i].object);
  free(targets);
}

bool
notice_may_tell(struct unfold *u, struct target lock)
{
  if (u->kept.known.at[lock.object].noticed && !MUTANT(LOCK_NOT_NOTICED))
    return true;
  for (size_t i = 0; i < u->turn.unnoticed.n; i++)
    if (u->turn.unnoticed.at[i].object == lock.object &&
        u->turn.unnoticed.at[i].offset == lock.offset)
      return false;
  vec_push(&u->turn.unnoticed, lock);
  return false;
}

bool
notice_may_tell_any(struct unfold *u, value_id lock)
{
  struct target *targets;
  size_t n;
  access_targets(u, lock, &targets, &n);
  bool noticed = !n;
  for (size_t i = 0; i < n; i++)
    noticed |= notice_may_tell(u, targets[i]);
  free(targets);
  return noticed;
}

/* Is this the load of a lock's word by a model that knows what a lock is? */
static bool
is_of_model(const struct unfold *u, const struct event *load)
{
  return u->prog->places.at[load->place].model && load->section && load->bytes == WORD;
}

static bool
meets(struct target lock, struct target target, uint32_t bytes)
{
  return lock.object == target.object && lock.offset < target.offset + bytes &&
         target.offset < lock.offset + WORD;
}

void
notice_looks(struct unfold *u)
{
  for (event_id e = 0; e < u->prog->events.n && u->turn.unnoticed.n; e++) {
    const struct event *event = &u->prog->events.at[e];
    if (event->kind != EVENT_LOAD || is_of_model(u, event) || MUTANT(LOCK_COPIED))
      continue;
    for (uint32_t i = 0; i < event->n_targets; i++)
      for (size_t k = 0; k < u->turn.unnoticed.n; k++) {
        struct target lock = u->turn.unnoticed.at[k];
        if (meets(lock, u->prog->targets.at[event->first_target + i], event->bytes))
          is_noticed(u, lock.object);
      }
  }
}
