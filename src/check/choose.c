/* Which engine, and what it can be asked for. Whatever depends on the engine or on the memory model
 * of a check is decided here. */
#define _XOPEN_SOURCE 700
#include <unistd.h>

#include "check/check.h"
#include "memmodel/memmodel.h"

/* With neither bounds nor a time limit. */
#define DEEPEN_SECONDS 60

/* ---- abilities ---- */

bool
check_is_weak(unsigned memory)
{
  return memmodel_get(memory)->stores_late;
}

static const struct engine *
engine_of(const struct check_options *options)
{
  return engine_get(options->engine.word);
}

const struct backend *
check_backend(const struct check_options *options)
{
  return engine_of(options)->backend;
}

bool
check_engine_found(const struct check_options *options, struct str *error)
{
  const char *command = options->engine.text;
  const struct backend *backend = check_backend(options);
  return (!command || sat_external_found(command, error)) &&
         (!backend || backend_is_there(backend, error));
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
  options->deepen =
    !bounds && all && engine_of(options)->abilities & ENGINE_DEEPENS && !options->certify;
  options->rounds_given = options->rounds;
  bool needs_rounds = !all || engine_needs_rounds(engine_of(options), options->load.memory);
  if (!options->rounds && needs_rounds)
    options->rounds = options->deepen ? 1 : parts_rounds(part, 0);
  if (options->deepen) {
    options->load.unwind = 1;
    options->load.bounds = BOUNDS_RAISED;
  }
  if (options->deepen && options->seconds <= 0)
    options->seconds = DEEPEN_SECONDS;
  bool divides = part->tiles || (options->deepen && engine_of(options)->abilities & ENGINE_DIVIDES);
  if (!options->jobs && options->ranks)
    options->jobs = options->ranks;
  if (divides && !options->jobs)
    options->jobs = cores();
  if ((options->journal || options->resume) && !options->jobs)
    options->jobs = 1;
}

/* ---- what does not go together ---- */

/* Instances are divided already, whatever the engine: each is a problem by itself. */
static struct engine_wish
wish_of(const struct check_options *options)
{
  unsigned abilities = options->certify ? ENGINE_CERTIFIES : 0;
  if ((options->jobs || options->ranks) && !options->part.tiles)
    abilities |= ENGINE_DIVIDES;
  if ((options->journal || options->resume) && !options->part.tiles)
    abilities |= ENGINE_JOURNALS;
  const struct part_options *part = &options->part;
  if (part->tiles || part->instance || part->schedule || part->switches || part->tile_size ||
      part->tiling)
    abilities |= ENGINE_PARTS;
  return (struct engine_wish){.memory = options->load.memory,
                              .properties = options->load.property,
                              .abilities = abilities,
                              .keeps = options->keep,
                              .rounds = options->rounds > 0}; /* before check_settle */
}

/* NULL, or what the options ask for that cannot be had from workers on other machines. */
static const char *
out_of_reach(const struct check_options *options)
{
  if (!options->ranks)
    return NULL;
  if (options->certify)
    return "'--certify' needs one process, since a proof is of one piece: use heddle instead";
  if (check_backend(options))
    return "another verifier needs a folder of this machine: use heddle instead";
  if (!(engine_of(options)->abilities & ENGINE_DIVIDES) && !options->part.tiles)
    return "this engine cannot share a problem among ranks: use heddle instead";
  return NULL;
}

/* NULL, or what is wrong about the options together, whatever the engine. */
static const char *
contradiction(const struct check_options *options)
{
  const struct part_options *part = &options->part;
  const struct engine *engine = engine_of(options);
  bool bounds =
    options->rounds || options->load.bounds == BOUNDS_GIVEN || options->load.unwindset.n;
  if (bounds && engine->loops && !engine->proves)
    return "the engines 'states' and 'random' are about any number of rounds and iterations: leave "
           "out '--rounds', '--unwind' and '--unwindset'";
  if (options->certify && options->jobs)
    return "'--certify' and '--jobs' exclude each other: a proof is of one piece";
  if (part->tiles && options->certify)
    return "'--tiles' and '--certify' exclude each other: a proof is of one piece";
  if (part->instances && !part->tiles)
    return "'--instances' needs '--tiles'";
  if (part->share && !part->tiles)
    return "'--share' is one of instances: it needs '--tiles'";
  if (part->tiles && part->instance)
    return "'--tiles' and '--instance' exclude each other";
  if ((part->tile_size || part->tiling) && !part->tiles && !part->instance)
    return "tiles of which nothing is selected: give '--tiles' or '--instance'";
  if (options->job_seconds > 0 && !part->tiles)
    return "'--job-time' is for instances: it needs '--tiles'";
  if (options->journal && options->resume)
    return "'--resume' goes on with the journal it names; '--journal' would begin another";
  if ((options->journal || options->resume) && options->certify)
    return "'--certify' and '--journal' exclude each other: a proof is of one piece";
  return NULL;
}

bool
check_fits(const struct check_options *options, struct str *error)
{
  struct engine_wish wish = wish_of(options);
  const char *wrong = out_of_reach(options);
  if (wrong) {
    str_add(error, wrong);
    return false;
  }
  wrong = contradiction(options);
  if (!engine_can(engine_of(options), &wish, error))
    return false;
  if (wrong)
    str_add(error, wrong);
  return !wrong;
}
