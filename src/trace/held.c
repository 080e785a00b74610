/* Which lock a thread has from when to when, by the calls that the trace tells. Whoever waits on a
 * condition variable gives back the mutex, which is taken for the one that the thread took last, and has
 * it again when it goes on. */
#include <string.h>

#include "base/map.h"
#include "trace/items.h"

struct keeper {
  const struct items *items;
  struct locks_held *held;
  struct map asleep; /* thread -> 1 + the lock that it will have again, in `held` */
};

static bool
begins_with(const char *text, const char *word)
{
  return text && !strncmp(text, word, strlen(word));
}

static bool
is_open(const struct keeper *keeper, const struct lock_held *lock, thread_id thread)
{
  return lock->given == keeper->items->all.n && keeper->items->all.at[lock->named].thread == thread;
}

static void
take(struct keeper *keeper, uint32_t named, uint32_t at)
{
  uint32_t end = (uint32_t)keeper->items->all.n;
  vec_push(&keeper->held->all, ((struct lock_held){named, at, end}));
}

static void
give_back(struct keeper *keeper, uint32_t at)
{
  const struct item *item = &keeper->items->all.at[at];
  for (size_t i = keeper->held->all.n; i-- > 0;) {
    struct lock_held *lock = &keeper->held->all.at[i];
    const struct item *named = &keeper->items->all.at[lock->named];
    if (!is_open(keeper, lock, item->thread) || named->object != item->object ||
        named->offset != item->offset)
      continue;
    lock->given = at;
    return;
  }
}

static void
fall_asleep(struct keeper *keeper, uint32_t at)
{
  thread_id thread = keeper->items->all.at[at].thread;
  for (size_t i = keeper->held->all.n; i-- > 0;) {
    struct lock_held *lock = &keeper->held->all.at[i];
    if (!is_open(keeper, lock, thread))
      continue;
    lock->given = at;
    *map_at(&keeper->asleep, thread) = lock->named + 1;
    return;
  }
}

static void
wake_up(struct keeper *keeper, uint32_t at)
{
  uint32_t *named = map_at(&keeper->asleep, keeper->items->all.at[at].thread);
  if (*named && keeper->items->all.at[at].kind != ITEM_WAITS) {
    take(keeper, *named - 1, at);
    *named = 0;
  }
}

void
locks_held_find(struct locks_held *held, const struct items *items)
{
  struct keeper keeper = {.items = items, .held = held};
  for (uint32_t i = 0; i < items->all.n; i++) {
    const struct item *item = &items->all.at[i];
    const char *done = item->kind == ITEM_CALL && item->model ? item->model->done : NULL;
    wake_up(&keeper, i);
    if (!done || !item->changed || item->resumed)
      continue;
    if (begins_with(done, "releases its mutex"))
      fall_asleep(&keeper, i);
    else if (item->object && begins_with(done, "locks @"))
      take(&keeper, i, i);
    else if (item->object && begins_with(done, "unlocks @"))
      give_back(&keeper, i);
  }
  map_free(&keeper.asleep);
}
