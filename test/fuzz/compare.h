/* One generated program, several opinions: the SAT engine with and without its reductions against
 * brute force, for unwindings 1 to 3 and rounds 1 to 3, under sequential consistency and another
 * memory model. Whatever does not fit together is a finding. */
#ifndef HEDDLE_FUZZ_COMPARE_H
#define HEDDLE_FUZZ_COMPARE_H

#include "frontend/frontend.h"
#include "ir/prog.h"
#include "tree.h"

/* X(name, words) */
#define FINDINGS(X)                                                                                \
  X(NONE, "nothing")                                                                               \
  X(COMPILE, "does not compile")                                                                   \
  X(INPUT, "is refused by the front end")                                                          \
  X(PROG, "the prog breaks a rule")                                                                \
  X(CRASH, "crash")                                                                                \
  X(INTERNAL, "internal error")                                                                    \
  X(BRUTE, "SAT and brute force differ")                                                           \
  X(LOOPS, "SAT and brute force differ about the loops")                                           \
  X(LABELS, "brute force differs with a label at every event")                                     \
  X(PART, "SAT and brute force differ about a part of the schedules")                              \
  X(REDUCTION, "SAT differs without a reduction")                                                  \
  X(ORDER, "one order of labels differs from rounds or brute force")                               \
  X(STATES, "what visits the states of the program itself differs")                                \
  X(ROUNDS, "a bug is lost with more rounds")                                                      \
  X(UNWIND, "a bug is lost with more unwinding")                                                   \
  X(MEMORY, "a bug is lost under a weaker memory model")                                           \
  X(SAFE, "a bug in what was proved safe")                                                         \
  X(REPLAY, "the bug is not reproduced natively")                                                  \
  X(NATIVE, "fails natively, but no bug is found")

enum finding {
#define X(name, words) FINDING_##name,
  FINDINGS(X)
#undef X
};
const char *finding_words(enum finding finding);

/* What came out; small enough to go through a pipe as one piece. */
struct report {
  uint64_t seed;
  unsigned property;
  enum finding finding;
  unsigned rounds, unwind;         /* where the finding is */
  enum memory_model memory;        /* likewise */
  unsigned bug_rounds, bug_unwind; /* the fewest with a bug; 0 = there is none */
  bool weak_bug;                   /* there is one under a weak memory model */
  bool proved;                     /* SAT said: no bug, whatever the bounds */
  bool limit;                      /* of time or memory, before the end */
  unsigned asked, decided;         /* problems put to SAT; of these, decided by brute force */
  unsigned labelled;               /* of these, decided with a label at every event too */
  unsigned ordered;                /* all schedules: by one order and by brute force */
  bool visited, met, followed;     /* all states; or a bug is met; and the route to it followed */
  unsigned unanswered;             /* by SAT */
  bool ran, failed;                /* natively */
  double seconds_front, seconds_sat, seconds_brute;
  char text[200]; /* details of the finding */
};

struct compare_options {
  /* For tests of the comparison itself: programs whose text holds this word are said to have no bug
   * by the SAT engine. NULL = none. */
  const char *pretend;
  double seconds; /* for each question to the SAT engine */
  unsigned unwind_most, rounds_most;
};
#define COMPARE_DEFAULTS {.seconds = 10, .unwind_most = 3, .rounds_most = 3}

/* Fills everything from `finding` on; the caller provides seed and property. */
void compare(struct report *report, const struct frontend *frontend, const char *entry,
             const struct program *program, const struct compare_options *options);

/* An assertion has failed when the program was run: is there such a bug within generous bounds?
 * Finding otherwise, unless the loops are longer than that. */
void compare_deep(struct report *report, const struct frontend *frontend, const char *entry,
                  const struct program *program, const struct compare_options *options);

#endif
