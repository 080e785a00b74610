#include "check/large.h"

#include <stdio.h>
#include <string.h>

#include "trace/model.h"

/* Fewer steps are nobody's trouble. */
enum { MANY_STEPS = 100 };

/* Steps by line of the user's files. */
struct lines {
  VEC(struct line {
    place_id place;
    unsigned steps;
  })
  all;
  struct map by_key;
};

static void
count_step(struct lines *lines, const struct prog *prog, place_id place)
{
  uint64_t key = prog->places.at[place].line;
  for (const char *at = prog->places.at[place].file; at && *at; at++)
    key = hash_mix(key, (uint64_t)(unsigned char)*at);
  uint32_t *slot = map_at(&lines->by_key, key);
  if (!*slot) {
    struct line line = {place, 0};
    vec_push(&lines->all, line);
    *slot = (uint32_t)lines->all.n;
  }
  lines->all.at[*slot - 1].steps++;
}

void
large_find(struct large *large, const struct prog *prog, const struct labels *labels)
{
  struct lines lines = {0};
  const struct line *most = NULL;
  unsigned steps = 0;
  large->line[0] = '\0';
  for (size_t i = 0; i < labels->all.n; i++) {
    const struct label *label = &labels->all.at[i];
    if (label->kind != LABEL_STEP || label->first == label->end)
      continue;
    steps++;
    count_step(&lines, prog, place_of_user(prog, prog->events.at[label->first].place));
  }
  for (size_t i = 0; i < lines.all.n; i++)
    if (!most || lines.all.at[i].steps > most->steps)
      most = &lines.all.at[i];
  if (steps >= MANY_STEPS && most->place)
    snprintf(large->line, sizeof large->line, "%u of %u steps are those of %s:%u", most->steps,
             steps, prog->places.at[most->place].file, prog->places.at[most->place].line);
  vec_free(&lines.all);
  map_free(&lines.by_key);
}
