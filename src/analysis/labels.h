/* Labels: where a thread may be interrupted.
 *
 * Each thread's events are cut into consecutive groups, its labels. A group is
 * executed without interruption. It begins with an event that other threads can
 * notice (a visible access, an atomic section holding one, a join)
 * and goes on with events nobody else notices, up to the next such event.
 * Label 0 of a thread is its start: what it does before its first visible event.
 * Under a weak memory model (src/memmodel) a barrier that may find late stores in the buffer
 * begins a group, too.
 *
 * "Passing" a label means: all events of the group whose guards hold happen, in
 * order. A label can be passed only if every JOIN, BLOCK and ASSUME in it whose
 * guard holds is satisfied, and no CUT in it is reached - up to the first failing
 * ASSERT: a violation ends the run on the spot, whatever would follow. A thread
 * has ended when it has passed all its labels.
 *
 * LABEL_STOP is a group that begins with an ASSUME or CUT after something others
 * can see, or with a section that waits after something visible: there is no need
 * to be interrupted before it, but a thread may get stuck there for ever while the
 * effects of earlier groups remain.
 *
 * An access that nobody else can make meanwhile, since a lock keeps others away, is visible but
 * merged: it does not begin a group. Nor does giving back a lock for which others can but wait. So
 * a critical section is one group, unless prog.no_merge. */
#ifndef HEDDLE_ANALYSIS_LABELS_H
#define HEDDLE_ANALYSIS_LABELS_H

#include "analysis/locks.h"
#include "ir/prog.h"

enum label_kind { LABEL_START, LABEL_STEP, LABEL_STOP };

struct label {
  enum label_kind kind;
  event_id first, end;
};

struct labels {
  VEC(struct label) all;         /* thread by thread */
  VEC(uint32_t) first_of_thread; /* threads + 1 entries; label l of t is all.at[first + l] */
  VEC(uint32_t) of_event;        /* label number within its thread */
  VEC(bool) visible;             /* of each event */
  VEC(bool) late;                /* of each event: see labels_late; empty if there is none */
  struct locks locks;            /* none if nothing is to be merged */
  VEC(bool) merged;              /* of each event: visible, but no reason for a group */
  /* Of each event: a store to a lock that its group both takes and gives back. When the group has
   * been passed, the lock is as it was before. */
  VEC(bool) restored;
  VEC(bool) open; /* of each event: a BLOCK that no thread before its label waits at (open.h) */
};

void labels_find(struct labels *labels, const struct prog *prog);
/* For a slice of the prog that has the labels `whole`: merges what is merged there. A group begins
 * at each of the events `also`, too, or at their sections. */
void labels_find_slice(struct labels *labels, const struct prog *prog, const struct labels *whole,
                       const bool *also);
/* Whoever changes the groups finds out anew what is restored, and open. */
void labels_find_restored(struct labels *labels, const struct prog *prog);
void labels_free(struct labels *labels);
/* For assert(): do the labels of each thread cover its events, in order and without a gap, the
 * first being its only START and no other empty, and is no section cut? */
bool labels_are_sound(const struct labels *labels, const struct prog *prog);

/* Number of labels of a thread, and its l-th label. */
uint32_t labels_count(const struct labels *labels, thread_id thread);
const struct label *labels_get(const struct labels *labels, thread_id thread, uint32_t label);

/* Is the event a store that others may see late? */
bool labels_late(const struct labels *labels, event_id event);

/* Can a thread be kept from passing the label, by others or for ever? */
bool label_may_wait(const struct prog *prog, const struct label *label);

#endif
