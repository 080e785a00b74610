/* Memory models: when do others see what a thread stores?
 *
 * Every thread has a buffer. A late store goes there, is seen by the loads of its own thread at
 * once, and by others when it leaves the buffer, which may be at any later time. Stores to
 * overlapping places leave in the order of the program. A barrier happens only when the buffer is
 * empty; a border only lets nothing that comes behind it leave before what came before it. A thread
 * that is joined has an empty buffer. doc/memory-models.md has the reasons.
 *
 * These are rules about events; what follows from them is worked out twice, by clauses (src/encode)
 * and by buffers (src/interp). */
#ifndef HEDDLE_MEMMODEL_MEMMODEL_H
#define HEDDLE_MEMMODEL_MEMMODEL_H

#include "ir/prog.h"

struct memmodel {
  const char *name;  /* the word of --memory-model */
  const char *words; /* its name for people */
  bool stores_late;  /* can a store be late at all? If not, the questions below are always denied */
  /* May this event, a store whose guard holds, be seen late? */
  bool (*is_late)(const struct prog *prog, const struct event *event);
  /* Does the event, if its guard holds, wait for the buffer to be empty? No late store does. */
  bool (*is_barrier)(const struct prog *prog, const struct event *event);
  /* Do stores before the event leave the buffer before the event, if that is a late store, and
   * before those behind it? */
  bool (*is_border)(const struct prog *prog, const struct event *event);
};

/* Sibling files. */
extern const struct memmodel memmodel_sc, memmodel_tso, memmodel_pso;

const struct memmodel *memmodel_get(enum memory_model model);
/* That of the prog. */
const struct memmodel *memmodel_of(const struct prog *prog);
/* Can stores of the prog be late under its model? */
bool memmodel_stores_late(const struct prog *prog);

#endif
