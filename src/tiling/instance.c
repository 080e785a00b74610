#include "tiling/instance.h"

#include <stdlib.h>
#include <string.h>

#include "base/mutant.h"

void
instance_free(struct instance *instance)
{
  vec_free(&instance->selected);
}

void
instance_print(struct str *out, const struct tiling *tiling, const struct instance *instance)
{
  str_add(out, "tiles");
  for (thread_id t = 0; t + 1 < tiling->first_of_thread.n; t++) {
    bool first = true;
    for (uint32_t i = 0; i < tiling_count(tiling, t); i++) {
      if (!instance->selected.at[tiling->first_of_thread.at[t] + i])
        continue;
      if (first)
        str_printf(out, " %u:%u", t, i);
      else
        str_printf(out, ",%u", i);
      first = false;
    }
  }
}

/* ---- from text ---- */

static bool
read_number(const char **at, uint32_t *number)
{
  size_t n = strspn(*at, "0123456789");
  if (!n || n > 9)
    return false;
  *number = (uint32_t)strtoul(*at, NULL, 10);
  *at += n;
  return true;
}

static bool
read_tiles(struct instance *instance, const struct tiling *tiling, thread_id thread,
           const char **at, struct str *error)
{
  uint32_t tile;
  do {
    ++*at; /* the colon, or a comma */
    if (!read_number(at, &tile)) {
      str_printf(error, "expected the number of a tile at '%s'", *at);
      return false;
    }
    if (tile >= tiling_count(tiling, thread)) {
      str_printf(error, "thread %u has no tile %u; it has %u tiles", thread, tile,
                 tiling_count(tiling, thread));
      return false;
    }
    instance->selected.at[tiling->first_of_thread.at[thread] + tile] = true;
  } while (**at == ',');
  return true;
}

bool
instance_parse(struct instance *instance, const struct tiling *tiling, const char *text,
               struct str *error)
{
  static const char word[] = "tiles";
  const char *at = text;
  *instance = (struct instance){0};
  vec_resize(&instance->selected, tiling->tiles.n);
  at += strspn(at, " \t");
  if (strncmp(at, word, strlen(word))) {
    str_printf(error, "'%s' is no instance: it does not begin with 'tiles'", text);
    return false;
  }
  at += strlen(word);
  while (*(at += strspn(at, " \t\r\n"))) {
    uint32_t thread;
    if (!read_number(&at, &thread) || *at != ':') {
      str_printf(error, "expected THREAD:TILE,... at '%s'", at);
      return false;
    }
    if (thread + 1 >= tiling->first_of_thread.n) {
      str_printf(error, "there is no thread %u", thread);
      return false;
    }
    if (!read_tiles(instance, tiling, thread, &at, error))
      return false;
  }
  return true;
}

/* ---- what it closes ---- */

void
instance_close(struct part *part, const struct instance *instance, const struct tiling *tiling,
               const struct labels *labels, const struct prog *prog)
{
  vec_resize(&part->closed, labels->all.n);
  for (thread_id t = 0; t < prog->threads.n; t++)
    for (uint32_t i = 0; i < tiling_count(tiling, t); i++) {
      const struct tile *tile = tiling_get(tiling, t, i);
      bool selected = instance->selected.at[tiling->first_of_thread.at[t] + i];
      for (uint32_t l = tile->first; l < tile->end; l++) {
        bool open = selected && !(MUTANT(TILE_CUT_SHORT) && l + 1 == tile->end);
        if (!open && labels_may_close(labels, prog, t, l))
          part->closed.at[labels->first_of_thread.at[t] + l] = true;
      }
    }
}
