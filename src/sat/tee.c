#include "base/invariant.h"
#include "base/mem.h"
#include "sat/sat.h"

struct tee {
  struct sink sink; /* first: a tee is a sink */
  struct sink *first, *second;
  bool stopped;
};

static int
tee_fresh(struct sink *sink)
{
  struct tee *tee = (struct tee *)sink;
  int variable = sink_fresh(tee->first);
  if (!tee->stopped) {
    int other = sink_fresh(tee->second);
    INVARIANT(variable == other);
  }
  return variable;
}

static void
tee_clause(struct sink *sink, const int *literals, size_t n)
{
  struct tee *tee = (struct tee *)sink;
  sink_clause(tee->first, literals, n);
  if (!tee->stopped)
    sink_clause(tee->second, literals, n);
}

static void
tee_free(struct sink *sink)
{
  vec_drop(sink);
}

struct sink *
sink_tee(struct sink *first, struct sink *second)
{
  struct tee *tee = mem_alloc(sizeof *tee);
  tee->sink = (struct sink){.fresh = tee_fresh, .clause = tee_clause, .free = tee_free};
  tee->first = first;
  tee->second = second;
  return &tee->sink;
}

void
sink_tee_stop(struct sink *sink)
{
  ((struct tee *)sink)->stopped = true;
}

void
sink_tee_go_on(struct sink *sink)
{
  ((struct tee *)sink)->stopped = false;
}
