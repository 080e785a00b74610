/* Inside the engine: the halves into which a leaf is divided.
 *
 * A half is a literal of the encoding that is assumed. By rounds: a thread has passed a label by
 * the end of a round, or it has not. By one order: a node is before another one, or it is not; the
 * nodes are those of encoding_before. Each literal is true or false in any model, so every
 * execution is in at least one of two halves, by rounds in exactly one.
 *
 * As text, in the paths of jobs and of the journal: "1.0.63+" and "1.0.63-", "12<40+" and "12<40-".
 * Where a leaf is divided is said without the sign: "1 0 63", "12<40". */
#ifndef HEDDLE_ENGINE_HALF_H
#define HEDDLE_ENGINE_HALF_H

#include "engine/problem.h"

struct half {
  bool by_order;
  thread_id thread; /* by rounds */
  unsigned round;   /* from 0 */
  uint32_t label;
  uint32_t first, second; /* by one order: nodes */
  bool holds;             /* it is the half in which that is so */
};

bool half_same(const struct half *a, const struct half *b);
/* What is assumed in the half; 0 if the encoding has no such literal. */
int half_literal(const struct problem *problem, const struct half *half);
/* By rounds only. */
struct part_end half_end(const struct half *half);

void half_print(struct str *out, const struct half *half);
/* *text moves behind it; false if it is none. */
bool half_parse(struct half *half, const char **text);
void half_print_place(struct str *out, const struct half *half);
bool half_parse_place(struct half *half, const char *text);

/* Where to divide a leaf that lies in the n halves of the path (choose.c). False if there is
 * nothing to divide. */
bool half_choose(const struct inquiry *inquiry, const struct half *path, size_t n,
                 struct half *choice);

#endif
