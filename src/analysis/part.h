/* A part of the schedules of a program: what an instance, a split, --schedule or
 * --context-switches leave of them. All zero is the whole, as is NULL wherever a part is taken;
 * every schedule of a part is one of the program. Labels and threads are those of the `labels`
 * that go with it.
 *
 * Rules for all of them: START and STOP labels are passed as soon as they can be, and count for
 * nothing. A run that ends in a violation ends there; what it has not passed by then it does not
 * pass. */
#ifndef HEDDLE_ANALYSIS_PART_H
#define HEDDLE_ANALYSIS_PART_H

#include "analysis/labels.h"
#include "ir/schedule.h"

/* By the end of its turn in this round, the thread has passed the label, or it has not. The label
 * is a STEP that is not closed. */
struct part_end {
  thread_id thread;
  unsigned round; /* from 0 */
  uint32_t label;
  bool passed;
};

struct part {
  /* Per label of all threads: its thread goes on to it without interruption, and others see at
   * once what it stores there, and what they must see before. Never so of a label that
   * labels_may_close forbids. n = 0: none is closed. */
  VEC(bool) closed;
  /* Per round and thread, [round * threads + thread]: the thread passes no STEP in that round.
   * n = 0: none is idle. */
  VEC(bool) idle;
  VEC(struct part_end) ends;
  bool counts; /* there are at most `switches` context switches */
  /* Changes from one thread to another. Main runs first, whether it passes a STEP then or not, so
   * these are the contexts with a STEP in them, apart from one of main at the beginning. */
  unsigned switches;
};

void part_copy(struct part *part, const struct part *other); /* of a whole if NULL */
void part_free(struct part *part);
bool part_is_whole(const struct part *part);

/* Can this label be closed? Not one at which a thread may wait or get stuck, and not the first STEP
 * of a thread: a thread that has not run yet is not interrupted. */
bool labels_may_close(const struct labels *labels, const struct prog *prog, thread_id thread,
                      uint32_t label);
/* May the thread not be interrupted before this label? */
bool part_is_closed(const struct part *part, const struct labels *labels, thread_id thread,
                    uint32_t label);
/* Must a thread that stands before this label go on, if it can? It is closed, or there are only
 * STOPs before one that is. False behind the last label. */
bool part_goes_on(const struct part *part, const struct labels *labels, thread_id thread,
                  uint32_t label);
bool part_is_idle(const struct part *part, size_t threads, thread_id thread, unsigned round);

/* How many rounds hold every schedule with so many context switches. */
unsigned part_rounds(unsigned switches, size_t threads);

/* Does the schedule belong to the part: is there a way to put its contexts, each as a whole, into
 * the turns of so many rounds, and is no store of a closed label late? The last context may end
 * anywhere, in a violation. */
bool part_contains(const struct part *part, const struct labels *labels, unsigned rounds,
                   const struct schedule *schedule);

/* Which share of the part do its `ends` leave? Counted are, for each thread, the ways to end its
 * rounds at STEPs that are not closed; between 0 and 1. */
double part_share(const struct part *part, const struct labels *labels, unsigned rounds);

#endif
