/* Do all engines agree? Random small progs, each asked of every engine that can take it:
 *
 *   unreduced   every state of every schedule, with a label at every visible access: the oracle
 *   explicit    what --engine explicit does: a slice, merged labels, fewer orders
 *   order       --engine order
 *   both        rounds and brute force by rounds, which must agree with each other
 *
 *   agree [COUNT [SEED]]     COUNT programs (default 1000), numbered from SEED (default 1)
 *
 * Some have locks, some are litmus tests; memory models and properties are drawn as well. A program on
 * which somebody differs is printed, and the exit code is 1. The same numbers always give the same
 * programs. */
#include <stdio.h>
#include <stdlib.h>

#include "engine/engine.h"
#include "ir/text.h"
#include "random_locks.h"

enum { ROUNDS = 3, MOST_STATES = 300000, INPUT_BITS = 8 };

struct tally {
  unsigned bugs, safe, cut, late, given_up, wrong;
};

static const struct random_shape shapes[] = {
  {.threads = 2, .units = 7, .rare_asserts = true, .rare_stops = true, .weak = true},
  {.threads = 3, .units = 5, .rare_asserts = true, .rare_stops = true, .weak = true},
  {.threads = 4, .units = 3, .rare_asserts = true, .weak = true},
  {.threads = 3, .units = 4, .rare_asserts = true, .rare_stops = true, .adds = true},
  {.threads = 5, .units = 2, .rare_asserts = true, .adds = true, .weak = true},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

/* Every third has locks, every tenth is a litmus test. */
static struct tiny
make(struct dice *dice, unsigned i)
{
  struct tiny tiny = i % 3 == 0    ? random_locks(dice)
                     : i % 10 == 1 ? random_litmus(dice)
                                   : random_prog(dice, shapes[i % SHAPES]);
  tiny.prog->asks = (roll(dice, 2) ? PROPERTY_DEADLOCK : 0) | (roll(dice, 5) ? 0 : PROPERTY_RACE);
  random_tell_nobody(tiny.prog);
  return tiny;
}

static struct exploration
oracle(struct prog *prog)
{
  struct exploration result;
  struct labels labels;
  prog->no_merge = true;
  labels_find(&labels, prog);
  interp_explore_all(&result, prog, &labels,
                     &(struct all_limits){.max_states = MOST_STATES,
                                          .max_input_bits = INPUT_BITS,
                                          .unreduced = true});
  prog->no_merge = false;
  labels_free(&labels);
  return result;
}

/* Of an engine that looks at every schedule. */
static bool
agrees(const struct engine_result *result, const struct exploration *truth)
{
  if (result->verdict == VERDICT_INTERNAL)
    return false;
  if (result->verdict == VERDICT_UNKNOWN)
    return true;
  bool bug = result->verdict == VERDICT_BUG;
  return bug == (truth->verdict == EXPLORE_BUG) &&
         (bug || (result->loops_known && result->loops_complete == !truth->cut));
}

static void
complain(const struct prog *prog, unsigned number, const char *who)
{
  struct str text = {0};
  prog_print(&text, prog, NULL);
  printf("%s; number %u, asks %u, memory model %u: %s differs\n", str_text(&text), number,
         prog->asks, prog->memory, who);
  fflush(stdout);
  str_free(&text);
}

static bool
ask(const struct prog *prog, enum engine_kind kind, unsigned rounds,
    const struct exploration *truth)
{
  struct labels labels;
  struct engine_result result;
  labels_find(&labels, prog);
  engine_check(&result, prog, &labels, &(struct engine_options){.kind = kind, .rounds = rounds});
  bool good = rounds ? result.verdict != VERDICT_INTERNAL &&
                         (result.verdict != VERDICT_BUG || truth->verdict == EXPLORE_BUG)
                     : agrees(&result, truth);
  engine_result_free(&result);
  labels_free(&labels);
  return good;
}

static void
compare(unsigned number, struct tally *tally)
{
  static const struct {
    const char *name;
    enum engine_kind kind;
    unsigned rounds;
  } opinions[] = {{"explicit", ENGINE_EXPLICIT, 0},
                  {"order", ENGINE_ORDER, 0},
                  {"both", ENGINE_BOTH, ROUNDS}};
  struct dice dice = {number};
  struct tiny tiny = make(&dice, number);
  struct exploration truth = oracle(tiny.prog);
  bool known = truth.verdict != EXPLORE_GAVE_UP;
  for (size_t i = 0; known && i < sizeof opinions / sizeof *opinions; i++)
    if (!ask(tiny.prog, opinions[i].kind, opinions[i].rounds, &truth)) {
      complain(tiny.prog, number, opinions[i].name);
      tally->wrong++;
    }
  tally->given_up += !known;
  tally->bugs += truth.verdict == EXPLORE_BUG;
  tally->safe += truth.verdict == EXPLORE_SAFE;
  tally->cut += truth.verdict == EXPLORE_SAFE && truth.cut;
  tally->late += tiny.prog->memory != MEMORY_SC;
  exploration_free(&truth);
  tiny_free(&tiny);
}

int
main(int argc, char **argv)
{
  unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000;
  unsigned long seed = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
  struct tally tally = {0};
  for (unsigned long i = 0; i < count; i++)
    compare((unsigned)(seed + i), &tally);
  printf("%lu programs: %u with a bug, %u without (%u of them cut), %u given up; %u with late stores\n"
         "disagreements: %u\n",
         count, tally.bugs, tally.safe, tally.cut, tally.given_up, tally.late, tally.wrong);
  return tally.wrong ? 1 : 0;
}
