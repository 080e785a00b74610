/* How many rounds contain every interleaving?
 *
 * Write an interleaving as the sequence of the threads whose labels are passed, one after another.
 * A round runs the threads in the order of their ids, so a new round is needed exactly where the
 * sequence goes down: 1 + (number of descents) rounds are enough for it. Cut the sequence wherever
 * it does not go down. The pieces go strictly down, so a thread occurs at most once in each; hence
 * there are at least as many pieces as the busiest thread has labels. Of N labels in p pieces,
 * N - p are entered by a descent. So with c(t) labels in thread t there are at most
 *
 *     W = sum of c(t) - largest c(t)
 *
 * descents, and 1 + W rounds contain every interleaving. (Sequences that are free to do so reach
 * this bound; blocking and creation only take sequences away.)
 *
 * Not every label has to be counted, since some can be moved next to another label of their thread
 * without changing what anybody sees or whether a violation is reached:
 *
 * - A STOP label only asks for local values and touches nothing others can see but by creating or
 *   ending threads, which only enables what happens later anyway. It can be passed at once
 *   after the label before it.
 * - The START label of thread 0 opens every interleaving, where no descent can lead to it.
 * - The START label of another thread, with the STOPs that follow it, can wait for the first STEP
 *   of its thread if it creates no thread: nobody can join it before that. In a run that never
 *   gets to that STEP it is left out, or, if it holds the violation, it stands for that STEP in the
 *   count. If the thread has no STEP, or a thread is created before it, the START counts.
 *
 * Under a weak memory model each late store leaves its buffer at some moment, and has a turn for
 * that at the end of each round. That is one more thread for each, with as many labels as there are
 * late stores. */
#include "base/invariant.h"
#include "base/mutant.h"
#include "engine/engine.h"

static bool
creates(const struct prog *prog, const struct label *label)
{
  for (event_id event = label->first; event < label->end; event++)
    if (prog->events.at[event].kind == EVENT_CREATE)
      return true;
  return false;
}

static uint64_t
counted(const struct prog *prog, const struct labels *labels, thread_id thread)
{
  uint64_t steps = 0;
  bool start = false;
  for (uint32_t l = 0; l < labels_count(labels, thread); l++) {
    const struct label *label = labels_get(labels, thread, l);
    steps += label->kind == LABEL_STEP;
    start |= !steps && thread != 0 && creates(prog, label) && !MUTANT(ROUNDS_FORGET_START);
  }
  return steps + (start || (thread != 0 && !steps));
}

bool
engine_rounds_complete(const struct prog *prog, const struct labels *labels, unsigned rounds)
{
  uint64_t sum = 0, largest = 0;
  for (thread_id thread = 0; thread < prog->threads.n; thread++) {
    uint64_t count = counted(prog, labels, thread);
    sum += count;
    if (count > largest)
      largest = count;
  }
  for (event_id e = 0; e < prog->events.n; e++)
    sum += labels_late(labels, e);
  INVARIANT(sum >= largest);
  return rounds + MUTANT(ROUNDS_ONE_SHORT) >= 1 + (sum - largest);
}
