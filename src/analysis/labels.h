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
 * effects of earlier groups remain. */
#ifndef HEDDLE_ANALYSIS_LABELS_H
#define HEDDLE_ANALYSIS_LABELS_H

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
};

void labels_find(struct labels *labels, const struct prog *prog);
/* With a group beginning at each of these events, too, or at their sections; NULL: none. */
void labels_find_also(struct labels *labels, const struct prog *prog, const bool *also);
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
