/* Little tests of memory: threads that store numbers to a few variables and keep what they load
 * from them, and at the end a claim that one outcome cannot be. Whether it can is what memory
 * models differ about. */
#include "generator.h"

enum { VARIABLES = 2, OUTCOMES_MOST = 4 };

void
litmus_declare(struct generator *g)
{
  for (unsigned i = 0; has(g, HAS_LITMUS) && i < VARIABLES; i++) {
    const char *name = TEXT(g, "v%u", i);
    make_line(g, g->file, TEXT(g, "static unsigned short %s;", name));
    vec_push(&g->program->names, name);
  }
}

static void
store(struct generator *g, struct node *list, unsigned variable)
{
  static const char *const orders[] = {"RELAXED", "RELEASE", "SEQ_CST"};
  unsigned number = 1 + chance(g, 25);
  if (chance(g, 60))
    make_line(g, list, TEXT(g, "v%u = %u;", variable, number));
  else if (chance(g, 20)) /* a part of it */
    make_line(g, list, TEXT(g, "((unsigned char *)&v%u)[%u] = 1;", variable, below(g, 2)));
  else
    make_line(
      g, list,
      TEXT(g, "__atomic_store_n(&v%u, %u, __ATOMIC_%s);", variable, number, orders[below(g, 3)]));
}

/* And expects mostly that number. */
static void
load(struct generator *g, struct node *list, unsigned variable, unsigned likely)
{
  static const unsigned numbers[] = {0, 0, 1, 2, 3, 256};
  static const char *const ways[][2] = {{"", ""},
                                        {"__atomic_load_n(&", ", __ATOMIC_ACQUIRE)"},
                                        {"__atomic_load_n(&", ", __ATOMIC_SEQ_CST)"},
                                        {"__atomic_exchange_n(&", ", 3, __ATOMIC_RELAXED)"}};
  const char *name = TEXT(g, "r%u", 100 + g->fresh++);
  const char *const *way = ways[chance(g, 70) ? 0 : below(g, 4)];
  make_line(g, g->file, TEXT(g, "static unsigned %s;", name));
  vec_push(&g->program->names, name);
  make_line(g, list, TEXT(g, "%s = %sv%u%s;", name, way[0], variable, way[1]));
  unsigned number = chance(g, 80) ? likely : numbers[below(g, 6)];
  vec_push(&g->loaded, TEXT(g, "%s == %u", name, number));
}

/* A thread stores, or loads, or stores first and loads then. Outcomes that tell memory models apart
 * are those in which a load behind a store sees nothing yet, and those in which the second load
 * sees less than the first; for both, threads begin with different variables. */
void
write_litmus(struct generator *g, struct node *list)
{
  if (g->in_section || g->depth || g->cost < 2)
    return;
  unsigned first = chance(g, 85) ? g->litmus++ : below(g, VARIABLES), n = 2 + chance(g, 30);
  unsigned stores = chance(g, 50) ? 1 + below(g, n - 1) : chance(g, 50) ? n : 0;
  for (unsigned i = 0; i < n; i++) {
    unsigned variable = (first + i) % VARIABLES;
    if (i && chance(g, 15))
      write_fence(g, list);
    if (i < stores)
      store(g, list, variable);
    else
      load(g, list, variable, !stores && !i);
  }
  g->cost = 1;
}

/* Not this outcome. */
void
litmus_assert(struct generator *g, struct node *list)
{
  const char *all = "";
  for (unsigned i = 0; i < OUTCOMES_MOST && g->loaded.n; i++) {
    size_t which = below(g, (unsigned)g->loaded.n);
    all = TEXT(g, "%s%s%s", all, i ? " && " : "", g->loaded.at[which]);
    g->loaded.at[which] = g->loaded.at[--g->loaded.n];
  }
  if (*all)
    make_line(g, list, TEXT(g, "assert(!(%s));", all));
}
