/* The map against an array, and the hash it rests on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/map.h"

static void
empty_map(void **state)
{
  (void)state;
  struct map map = {0};
  assert_null(map_find(&map, 0));
  assert_null(map_find(&map, UINT64_MAX));
  map_free(&map);
}

/* Any key is as good as any other, 0 included; to be there is not to have a value other than 0. */
static void
odd_keys(void **state)
{
  (void)state;
  static const uint64_t keys[] = {0, UINT64_MAX, 1, UINT64_C(1) << 63, UINT64_C(1) << 32};
  struct map map = {0};
  for (size_t i = 0; i < 5; i++) {
    assert_null(map_find(&map, keys[i]));
    assert_int_equal(*map_at(&map, keys[i]), 0);
    assert_non_null(map_find(&map, keys[i]));
    assert_int_equal(map.n, i + 1);
  }
  map_free(&map);
  assert_null(map_find(&map, 0));
}

/* Keys that differ in high bits only, as packed pairs do, through many enlargements. */
static void
same_as_an_array(void **state)
{
  (void)state;
  enum { N = 5000 };
  uint32_t expected[N] = {0};
  struct map map = {0};
  uint64_t seed = 1;
  size_t different = 0;
  for (unsigned i = 0; i < 20000; i++) {
    seed = hash_mix(seed, i);
    uint64_t index = (seed >> 16) % N;
    different += !expected[index];
    expected[index] += i + 1;
    *map_at(&map, index << 40) += i + 1;
  }
  assert_int_equal(map.n, different);
  for (uint64_t index = 0; index < N; index++) {
    const uint32_t *found = map_find(&map, index << 40);
    assert_int_equal(found ? *found : 0, expected[index]);
    assert_int_equal(found != NULL, expected[index] != 0);
  }
  map_free(&map);
}

static void
hash_tells_apart(void **state)
{
  (void)state;
  assert_true(hash_mix(1, 2) != hash_mix(2, 1));
  assert_true(hash_bytes("ab", 2) != hash_bytes("ba", 2));
  assert_true(hash_bytes("a", 1) != hash_bytes("a\0", 2));
  assert_true(hash_bytes("abc", 2) == hash_bytes("abd", 2));
  /* 65536 neighbours in 2^20 drawers: as good as chance leaves about 2000 to share one. */
  struct map drawers = {0};
  for (uint64_t i = 0; i < 65536; i++)
    *map_at(&drawers, hash_mix(0, i) & 0xfffff) = 1;
  assert_in_range(drawers.n, 63000, 64500);
  map_free(&drawers);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(empty_map),
    cmocka_unit_test(odd_keys),
    cmocka_unit_test(same_as_an_array),
    cmocka_unit_test(hash_tells_apart),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
