#include "base/map.h"

#include "base/mem.h"

uint64_t
hash_mix(uint64_t a, uint64_t b)
{
  uint64_t x = a * UINT64_C(0x9e3779b97f4a7c15) + b + UINT64_C(0x632be59bd9b4e019);
  x = (x ^ (x >> 32)) * UINT64_C(0xd6e8feb86659fd93);
  x = (x ^ (x >> 29)) * UINT64_C(0xbf58476d1ce4e5b9);
  return x ^ (x >> 32);
}

uint64_t
hash_bytes(const void *bytes, size_t n)
{
  const unsigned char *byte = bytes;
  uint64_t hash = n;
  for (size_t i = 0; i < n; i++)
    hash = hash_mix(hash, byte[i]);
  return hash;
}

static struct map_slot *
probe(const struct map *map, uint64_t key)
{
  size_t i = hash_mix(0, key) & (map->cap - 1);
  while (map->slots[i].used && map->slots[i].key != key)
    i = (i + 1) & (map->cap - 1);
  return &map->slots[i];
}

static void
grow(struct map *map)
{
  struct map old = *map;
  map->cap = old.cap ? 2 * old.cap : 64;
  map->slots = mem_alloc(map->cap * sizeof *map->slots);
  for (size_t i = 0; i < old.cap; i++)
    if (old.slots[i].used)
      *probe(map, old.slots[i].key) = old.slots[i];
  map_free(&old);
}

uint32_t *
map_at(struct map *map, uint64_t key)
{
  if (2 * (map->n + 1) > map->cap)
    grow(map);
  struct map_slot *slot = probe(map, key);
  if (!slot->used) {
    *slot = (struct map_slot){.key = key, .used = true};
    map->n++;
  }
  return &slot->value;
}

const uint32_t *
map_find(const struct map *map, uint64_t key)
{
  if (!map->n)
    return NULL;
  const struct map_slot *slot = probe(map, key);
  return slot->used ? &slot->value : NULL;
}

void
map_free(struct map *map)
{
  vec_drop(map->slots);
  *map = (struct map){0};
}
