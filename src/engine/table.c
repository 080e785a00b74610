/* The table of engines: what each can do. Whoever wants to know asks here, and compares no names.
 *
 * A new engine is a row, its place in enum engine_kind and its word of --engine, and a file with
 * its search. */
#include <string.h>

#include "base/invariant.h"
#include "engine/search.h"
#include "memmodel/memmodel.h"

enum {
  SC = 1 << MEMORY_SC,
  ALL_MODELS = SC | 1 << MEMORY_TSO | 1 << MEMORY_PSO,
  ASSERTIONS =
    PROPERTY_ASSERT | PROPERTY_MEMORY | PROPERTY_LOCK | PROPERTY_OVERFLOW | PROPERTY_LEAK,
  ALL_PROPERTIES = ASSERTIONS | PROPERTY_DEADLOCK | PROPERTY_RACE,
};

static struct sat *
solver_dimacs(const struct engine_options *options)
{
  return sat_external(SAT_FORM_DIMACS, options->command);
}

static struct sat *
solver_smt2(const struct engine_options *options)
{
  return sat_external(SAT_FORM_SMT2, options->command);
}

/* Another verifier, to which the problem is told as a sequential program. */
#define VERIFIER(word, row)                                                                        \
  {.name = word,                                                                                   \
   .memory = SC,                                                                                   \
   .properties = ASSERTIONS | PROPERTY_DEADLOCK,                                                   \
   .abilities = ENGINE_INTERRUPTS | ENGINE_PARTS,                                                  \
   .backend = row,                                                                                 \
   .search = search_tool}

/* Clauses of the schedules of some rounds. */
#define ROUNDS                                                                                     \
  .memory = ALL_MODELS, .properties = ALL_PROPERTIES,                                              \
  .abilities = ENGINE_DIVIDES | ENGINE_JOURNALS | ENGINE_CERTIFIES | ENGINE_DEEPENS |              \
               ENGINE_INTERRUPTS | ENGINE_PARTS,                                                   \
  .counts_clauses = true, .search = search_sat

static const struct engine engines[ENGINES] = {
  [ENGINE_AUTO] = {.name = "auto", .proves = true, .loops = true, ROUNDS},
  [ENGINE_SAT] = {.name = "rounds", ROUNDS},
  [ENGINE_EXPLICIT] = {.name = "explicit",
                       .memory = ALL_MODELS,
                       .memory_of_all = ALL_MODELS,
                       .properties = ALL_PROPERTIES,
                       .abilities = ENGINE_DEEPENS | ENGINE_INTERRUPTS | ENGINE_PARTS,
                       .counts_states = true,
                       .search = search_explicit},
  [ENGINE_BOTH] = {.name = "both",
                   .memory = ALL_MODELS,
                   .properties = ALL_PROPERTIES,
                   .abilities = ENGINE_INTERRUPTS | ENGINE_PARTS,
                   .counts_clauses = true,
                   .counts_states = true,
                   .search = search_both},
  [ENGINE_ORDER] = {.name = "order",
                    .memory = ALL_MODELS,
                    .memory_of_all = ALL_MODELS,
                    .properties = ALL_PROPERTIES,
                    .abilities = ENGINE_DIVIDES | ENGINE_JOURNALS | ENGINE_CERTIFIES |
                                 ENGINE_DEEPENS | ENGINE_INTERRUPTS,
                    .one_order = true,
                    .counts_clauses = true,
                    .search = search_sat},
  /* It visits the states of the program itself. Bugs that it meets are shown by what was unfolded. */
  [ENGINE_STATES] = {.name = "states",
                     .memory = SC,
                     .properties = ALL_PROPERTIES,
                     .abilities = ENGINE_DEEPENS | ENGINE_INTERRUPTS,
                     .loops = true,
                     .counts_states = true,
                     .search = search_sat},
  [ENGINE_RANDOM] = {.name = "random",
                     .memory = SC,
                     .properties = ALL_PROPERTIES,
                     .abilities = ENGINE_DEEPENS | ENGINE_INTERRUPTS,
                     .loops = true,
                     .search = search_sat},
  [ENGINE_DIMACS] = {.name = "dimacs",
                     .has_command = true,
                     .memory = ALL_MODELS,
                     .properties = ALL_PROPERTIES,
                     .abilities = ENGINE_INTERRUPTS | ENGINE_PARTS,
                     .counts_clauses = true,
                     .solver = solver_dimacs,
                     .search = search_sat},
  [ENGINE_SMT2] = {.name = "smt2",
                   .has_command = true,
                   .memory = ALL_MODELS,
                   .properties = ALL_PROPERTIES,
                   .abilities = ENGINE_INTERRUPTS | ENGINE_PARTS,
                   .counts_clauses = true,
                   .solver = solver_smt2,
                   .search = search_sat},
  [ENGINE_GCC] = VERIFIER("gcc", &backend_gcc),
  [ENGINE_CBMC] = VERIFIER("cbmc", &backend_cbmc),
  [ENGINE_ESBMC] = VERIFIER("esbmc", &backend_esbmc),
  [ENGINE_KLEE] = VERIFIER("klee", &backend_klee),
  [ENGINE_CPACHECKER] = VERIFIER("cpachecker", &backend_cpachecker),
  [ENGINE_FRAMA_C] = VERIFIER("frama-c", &backend_frama_c),
};

const struct engine *
engine_get(enum engine_kind kind)
{
  INVARIANT(kind < ENGINES && engines[kind].search);
  return &engines[kind];
}

const struct engine *
engine_find(const char *name)
{
  for (enum engine_kind kind = 0; kind < ENGINES; kind++)
    if (!strcmp(engines[kind].name, name))
      return &engines[kind];
  return NULL;
}

enum engine_kind
engine_kind(const struct engine *engine)
{
  INVARIANT(engine >= engines && engine < engines + ENGINES);
  return (enum engine_kind)(engine - engines);
}

bool
engine_needs_rounds(const struct engine *engine, enum memory_model memory)
{
  return !(engine->memory_of_all >> memory & 1);
}

const char *
engine_believed(const struct engine *engine, const char *command)
{
  return engine->has_command ? command : engine->backend ? engine->backend->name : "";
}

/* ---- what an engine can do, in words for the user ---------------------------------------- */

/* "the engine 'explicit' is", "other verifiers are". */
static void
add_subject(struct str *out, const struct engine *engine)
{
  if (engine->backend)
    str_add(out, "other verifiers are");
  else
    str_printf(out, "the engine '%s' is", engine->name);
}

static bool
knows_memory(const struct engine *engine, enum memory_model wanted, struct str *error)
{
  static const enum memory_model models[] = {
#define X(name, text) MEMORY_##name,
    MEMORY_MODELS(X)
#undef X
  };
  const char *between = "";
  if (engine->memory >> wanted & 1)
    return true;
  add_subject(error, engine);
  str_add(error, " told of the memory model ");
  for (size_t i = 0; i < sizeof models / sizeof *models; i++)
    if (engine->memory >> models[i] & 1) {
      str_printf(error, "%s'%s'", between, memmodel_get(models[i])->name);
      between = ", ";
    }
  str_add(error, " only");
  return false;
}

static bool
knows_properties(const struct engine *engine, unsigned wanted, struct str *error)
{
  static const struct {
    unsigned bit;
    const char *name;
  } all[] = {
#define X(name, text) {PROPERTY_##name, text},
    PROPERTIES(X)
#undef X
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (wanted & ~engine->properties & all[i].bit) {
      add_subject(error, engine);
      str_printf(error, " not told of the property '%s': leave it out of '--property'",
                 all[i].name);
      return false;
    }
  return true;
}

static bool
is_one_who(enum engine_kind kind, enum engine_ability ability)
{
  return engines[kind].abilities & ability && !engines[kind].proves;
}

/* "only the engine 'rounds'", "only the engines 'rounds', 'explicit'"; true if it is one. Not
 * 'auto', which is one of them with help. */
static bool
add_those_who(struct str *out, enum engine_ability ability)
{
  unsigned n = 0;
  for (enum engine_kind kind = 0; kind < ENGINES; kind++)
    n += is_one_who(kind, ability);
  const char *between = n == 1 ? " " : "s ";
  str_add(out, "only the engine");
  for (enum engine_kind kind = 0; kind < ENGINES; kind++)
    if (is_one_who(kind, ability)) {
      str_printf(out, "%s'%s'", between, engines[kind].name);
      between = ", ";
    }
  return n == 1;
}

static bool
has_abilities(const struct engine *engine, unsigned wanted, struct str *error)
{
  static const struct {
    enum engine_ability ability;
    const char *option, *does, *do_so, *hint;
  } all[] = {
    {ENGINE_CERTIFIES, "--certify", "makes proofs", "make proofs", ""},
    {ENGINE_DIVIDES, "--jobs", "can be divided", "can be divided",
     "; others can work on instances, see '--tiles'"},
    {ENGINE_JOURNALS, "--journal", "keeps a journal", "keep a journal",
     "; others do of instances, see '--tiles'"},
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (wanted & ~engine->abilities & all[i].ability) {
      str_printf(error, "option '%s': ", all[i].option);
      bool one = add_those_who(error, all[i].ability);
      str_printf(error, " %s%s", one ? all[i].does : all[i].do_so, all[i].hint);
      return false;
    }
  return true;
}

/* All schedules are one piece for some engines. */
static bool
takes_bounds(const struct engine *engine, const struct engine_wish *wish, struct str *error)
{
  bool part = wish->abilities & ~engine->abilities & ENGINE_PARTS;
  bool rounds = wish->rounds && engine->one_order;
  if (part || rounds) {
    add_subject(error, engine);
    str_printf(error, " about all schedules at once: leave out %s",
               part ? "'--tiles', '--instance', '--schedule' and '--context-switches'"
                    : "'--rounds'");
  }
  return !part && !rounds;
}

bool
engine_can(const struct engine *engine, const struct engine_wish *wish, struct str *error)
{
  if (wish->keeps && !engine->backend) {
    str_add(error, "'--keep' is for engines that are other verifiers");
    return false;
  }
  return takes_bounds(engine, wish, error) && knows_memory(engine, wish->memory, error) &&
         knows_properties(engine, wish->properties, error) &&
         has_abilities(engine, wish->abilities, error);
}
