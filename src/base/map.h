/* A hash map from 64-bit keys to 32-bit values, open addressing, no removal.
 * Zero-initialise before use; the map owns its table. */
#ifndef HEDDLE_BASE_MAP_H
#define HEDDLE_BASE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct map {
  struct map_slot {
    uint64_t key;
    uint32_t value;
    bool used;
  } *slots;
  size_t n, cap;
};

/* The place of a key's value; a new key's value is 0. The pointer holds until
 * the next call. */
uint32_t *map_at(struct map *map, uint64_t key);
/* Like map_at, but NULL for a key that is absent. */
const uint32_t *map_find(const struct map *map, uint64_t key);
void map_free(struct map *map);

/* Mixes b into a; a good 64-bit hash of a sequence is a fold of this. */
uint64_t hash_mix(uint64_t a, uint64_t b);
uint64_t hash_bytes(const void *bytes, size_t n);

#endif
