#include "memmodel/memmodel.h"

#include "base/invariant.h"

const struct memmodel *
memmodel_get(enum memory_model model)
{
  static const struct memmodel *const models[] = {
    [MEMORY_SC] = &memmodel_sc,
    [MEMORY_TSO] = &memmodel_tso,
    [MEMORY_PSO] = &memmodel_pso,
  };
  INVARIANT(model < sizeof models / sizeof *models);
  return models[model];
}

const struct memmodel *
memmodel_of(const struct prog *prog)
{
  return memmodel_get(prog->memory);
}

bool
memmodel_stores_late(const struct prog *prog)
{
  return memmodel_of(prog)->stores_late;
}
