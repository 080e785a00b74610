/* A part of the schedules of a program: what an instance, a split, --schedule or
 * --context-switches leave of them. All zero is the whole; every schedule of a part is one of the
 * program. Labels and threads are those of the `labels` that go with it. */
#ifndef HEDDLE_ANALYSIS_PART_H
#define HEDDLE_ANALYSIS_PART_H

#include "analysis/labels.h"
#include "ir/schedule.h"

/* By the end of its turn in this round, the thread has passed the label, or it has not. */
struct part_end {
  thread_id thread;
  unsigned round; /* from 0 */
  uint32_t label;
  bool passed;
};

struct part {
  /* Per label of all threads: its thread goes on to it without interruption. Never so of a label
   * that labels_may_close forbids. n = 0: none is closed. */
  VEC(bool) closed;
  /* Per round and thread, [round * threads + thread]: the thread passes no STEP in that round.
   * n = 0: none is idle. */
  VEC(bool) idle;
  VEC(struct part_end) ends;
  bool counts;       /* there are at most `switches` context switches */
  unsigned switches; /* changes from one thread to another between two STEPs */
};

void part_free(struct part *part);

/* Can this label be closed? Not one at which a thread may wait or get stuck, and not the first STEP
 * of a thread: whoever has not run yet is not interrupted. */
bool labels_may_close(const struct labels *labels, const struct prog *prog, thread_id thread,
                      uint32_t label);

/* Does the schedule belong to the part? `rounds` as in the encoding: contexts are assigned to the
 * earliest rounds that can hold them. */
bool part_contains(const struct part *part, const struct prog *prog, const struct labels *labels,
                   const struct schedule *schedule);

#endif
