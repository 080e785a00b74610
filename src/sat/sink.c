#include "base/mem.h"
#include "sat/sat.h"

int
sink_fresh(struct sink *sink)
{
  sink->variables++;
  return sink->fresh(sink);
}

void
sink_clause(struct sink *sink, const int *literals, size_t n)
{
  sink->clauses++;
  sink->clause(sink, literals, n);
}

void
sink_1(struct sink *sink, int a)
{
  sink_clause(sink, &a, 1);
}

void
sink_2(struct sink *sink, int a, int b)
{
  sink_clause(sink, (int[]){a, b}, 2);
}

void
sink_3(struct sink *sink, int a, int b, int c)
{
  sink_clause(sink, (int[]){a, b, c}, 3);
}

void
sink_4(struct sink *sink, int a, int b, int c, int d)
{
  sink_clause(sink, (int[]){a, b, c, d}, 4);
}

void
sink_free(struct sink *sink)
{
  if (sink)
    sink->free(sink);
}

static int
count_fresh(struct sink *sink)
{
  return sink->variables;
}

static void
count_clause(struct sink *sink, const int *literals, size_t n)
{
  (void)sink;
  (void)literals;
  (void)n;
}

static void
count_free(struct sink *sink)
{
  vec_drop(sink);
}

struct sink *
sink_counter(void)
{
  struct sink *sink = mem_alloc(sizeof *sink);
  *sink = (struct sink){.fresh = count_fresh, .clause = count_clause, .free = count_free};
  return sink;
}
