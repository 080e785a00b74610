/* A prover: a process of its own that looks at every schedule of a program, while this one looks at
 * those of few rounds.
 *
 *   struct prover *prover = prover_start(prog, labels, options, false);
 *   ...
 *   if (prover_has_answer(prover))      polled
 *     prover_take(prover, ..., &result);
 *   prover_stop(prover);
 *
 * Rounds find bugs that need few of them; a proof needs all. Which of the two a program needs nobody
 * knows before. So both are tried at the same time, and the prover gives way to the others where
 * there are not enough processors. It tries the engines that need no rounds one after the other. */
#ifndef HEDDLE_ENGINE_PROVE_H
#define HEDDLE_ENGINE_PROVE_H

#include "engine/engine.h"

struct prover;

/* NULL if no engine can do it. Of the options, `rounds`, `jobs` and `journal` are of no concern. After
 * some seconds it gives way to all others, unless it insists: then it takes a share of the processors,
 * and is for what takes longer. */
struct prover *prover_start(const struct prog *prog, const struct labels *labels,
                            const struct engine_options *options, bool insists);
/* NULL is a prover without an answer. */
void prover_stop(struct prover *prover);

/* Is there an answer? It is "a bug", or "none in any schedule". Cheap enough to be polled. */
bool prover_has_answer(struct prover *prover);
bool prover_found_bug(const struct prover *prover);
/* How many rounds that bug takes, as it was found. */
unsigned prover_rounds(const struct prover *prover);
/* Will there be one? */
bool prover_is_working(const struct prover *prover);
/* Waits for it, for so many seconds, unless the stop of the options says otherwise. */
void prover_wait(struct prover *prover, double seconds);
/* The answer as a result, in place of one without a bug or without an answer. Prog and labels are
 * those that it was started with. A bug is confirmed by executing it here. */
void prover_take(struct prover *prover, const struct prog *prog, const struct labels *labels,
                 struct engine_result *result);

#endif
