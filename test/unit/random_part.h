/* Random programs with bounds, and random parts of their schedules. */
#ifndef HEDDLE_TEST_RANDOM_PART_H
#define HEDDLE_TEST_RANDOM_PART_H

#include "analysis/part.h"
#include "random_prog.h"

struct subject {
  struct prog *prog;
  struct labels labels;
  unsigned rounds;
};

static inline void
subject_free(struct subject *subject)
{
  labels_free(&subject->labels);
  prog_free(subject->prog);
}

/* ---- parts by chance ---- */

static inline void
close_some(struct part *part, const struct subject *subject, struct dice *dice)
{
  vec_resize(&part->closed, subject->labels.all.n);
  for (thread_id t = 0; t < subject->prog->threads.n; t++)
    for (uint32_t l = 0; l < labels_count(&subject->labels, t); l++)
      part->closed.at[subject->labels.first_of_thread.at[t] + l] =
        labels_may_close(&subject->labels, subject->prog, t, l) && !chance(dice, 3);
}

static inline void
idle_some(struct part *part, const struct subject *subject, struct dice *dice)
{
  vec_resize(&part->idle, subject->rounds * subject->prog->threads.n);
  for (size_t i = 0; i < part->idle.n; i++)
    part->idle.at[i] = chance(dice, 3);
}

/* A STEP that is not closed, if we come across one. */
static inline bool
random_end(struct part_end *end, const struct part *part, const struct subject *subject,
           struct dice *dice)
{
  end->thread = roll(dice, (uint32_t)subject->prog->threads.n);
  end->round = roll(dice, subject->rounds);
  end->label = roll(dice, labels_count(&subject->labels, end->thread));
  end->passed = chance(dice, 2);
  return labels_get(&subject->labels, end->thread, end->label)->kind == LABEL_STEP &&
         !part_is_closed(part, &subject->labels, end->thread, end->label);
}

static inline void
end_some(struct part *part, const struct subject *subject, struct dice *dice)
{
  struct part_end end;
  for (unsigned i = roll(dice, 3) + 1; i > 0; i--)
    if (random_end(&end, part, subject, dice))
      vec_push(&part->ends, end);
}

enum { CLOSED = 1, IDLE = 2, COUNTS = 4, ENDS = 8 };

static inline struct part
random_part(const struct subject *subject, struct dice *dice, unsigned kinds)
{
  struct part part = {0};
  if (kinds & CLOSED)
    close_some(&part, subject, dice);
  if (kinds & IDLE)
    idle_some(&part, subject, dice);
  if (kinds & COUNTS) {
    part.counts = true;
    part.switches = roll(dice, 5);
  }
  if (kinds & ENDS)
    end_some(&part, subject, dice);
  return part;
}

#endif
