/* Which engine, and what it can be asked for. Whatever depends on the engine or on the memory model
 * of a check is decided here. */
#define _XOPEN_SOURCE 700
#include <unistd.h>

#include "check/check.h"

/* With neither bounds nor a time limit. */
#define DEEPEN_SECONDS 60

/* ---- abilities ---- */

bool
check_is_weak(unsigned memory)
{
  return memory != MEMORY_SC;
}

const struct backend *
check_backend(const struct check_options *options)
{
  unsigned word = options->engine.word;
  return word < ENGINE_TOOL ? NULL : backend_get((enum backend_name)(word - ENGINE_TOOL));
}

void
check_choose(const struct check_options *options, struct engine_options *engine)
{
  engine->backend = check_backend(options);
  engine->kind = engine->backend ? ENGINE_TOOL : (enum engine_kind)options->engine.word;
  engine->command = options->engine.text;
}

bool
check_engine_found(const struct check_options *options, struct str *error)
{
  const char *command = options->engine.text;
  const struct backend *backend = check_backend(options);
  return (!command || sat_external_found(command, error)) &&
         (!backend || backend_is_there(backend, error));
}

/* It can be divided, certified and deepened, and what it does can be kept in a journal. */
static bool
is_ours(const struct check_options *options)
{
  return options->engine.word == ENGINE_SAT;
}

bool
check_counts_clauses(const struct check_options *options)
{
  return !check_backend(options) && options->engine.word != ENGINE_EXPLICIT;
}

bool
check_counts_states(const struct check_options *options)
{
  return options->engine.word == ENGINE_EXPLICIT || options->engine.word == ENGINE_BOTH;
}

/* ---- what the user has not set ---- */

static unsigned
cores(void)
{
  long n = sysconf(_SC_NPROCESSORS_ONLN);
  return n > 0 && n < 1000 ? (unsigned)n : 1;
}

void
check_settle(struct check_options *options)
{
  const struct part_options *part = &options->part;
  bool bounds =
    options->rounds || options->load.bounds == BOUNDS_GIVEN || options->load.unwindset.n;
  bool all = !part->tiles && !part->instance && !part->schedule && !part->switches;
  options->deepen = !bounds && all && is_ours(options) && !options->certify;
  options->rounds_given = options->rounds;
  if (!options->rounds)
    options->rounds = options->deepen ? 1 : parts_rounds(part, 0);
  if (options->deepen) {
    options->load.unwind = 1;
    options->load.bounds = BOUNDS_RAISED;
  }
  if (options->deepen && options->seconds <= 0)
    options->seconds = DEEPEN_SECONDS;
  if ((options->deepen || part->tiles) && !options->jobs)
    options->jobs = cores();
  if ((options->journal || options->resume) && !options->jobs)
    options->jobs = 1;
}

/* ---- what does not go together ---- */

/* The same for another verifier. */
static const char *
misuse_of_tool(const struct check_options *options)
{
  if (!check_backend(options))
    return options->keep ? "'--keep' is for engines that are other verifiers" : NULL;
  if (check_is_weak(options->load.memory))
    return "other verifiers are told of the memory model 'sc' only";
  if (options->load.property & PROPERTY_RACE)
    return "other verifiers are not told of races: leave 'race' out of '--property'";
  return NULL;
}

const char *
check_misuse(const struct check_options *options)
{
  const struct part_options *part = &options->part;
  const char *tool = misuse_of_tool(options);
  if (tool)
    return tool;
  if (options->certify && !is_ours(options))
    return "option '--certify': only the engine 'sat' makes proofs";
  if (options->certify && options->jobs)
    return "'--certify' and '--jobs' exclude each other: a proof is of one piece";
  if (options->jobs && !is_ours(options) && !part->tiles)
    return "option '--jobs': only the engine 'sat' can be divided; others can work on instances, "
           "see '--tiles'";
  if (part->tiles && options->certify)
    return "'--tiles' and '--certify' exclude each other: a proof is of one piece";
  if (part->instances && !part->tiles)
    return "'--instances' needs '--tiles'";
  if (part->tiles && part->instance)
    return "'--tiles' and '--instance' exclude each other";
  if ((part->tile_size || part->tiling) && !part->tiles && !part->instance)
    return "tiles of which nothing is selected: give '--tiles' or '--instance'";
  if (options->job_seconds > 0 && !part->tiles)
    return "'--job-time' is for instances: it needs '--tiles'";
  if (options->journal && options->resume)
    return "'--resume' goes on with the journal it names; '--journal' would begin another";
  if ((options->journal || options->resume) &&
      ((!is_ours(options) && !part->tiles) || options->certify))
    return "a journal is kept of instances, or of what the engine 'sat' does, and without proofs";
  return NULL;
}
