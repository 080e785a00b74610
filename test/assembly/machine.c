/* Runs the templates on the machine with random values, and prints what came of it, as the lines of
 * check.c. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define MACHINE
#include "rows.h"

static uint64_t state;

/* Small numbers and such with few bits are more interesting than others. */
static uint64_t
any(void)
{
  state = state * 6364136223846793005U + 1442695040888963407U;
  uint64_t x = state ^ state >> 29;
  x = x * 0x9e3779b97f4a7c15U ^ x >> 32;
  return x % 5 == 0 ? x >> 61 : x % 5 == 1 ? -(x >> 61) : x % 5 == 2 ? 0x8080808080808080U : x;
}

static void
print(const char *name, void (*run)(uint64_t, uint64_t, uint64_t, uint64_t *, uint64_t *))
{
  _Alignas(32) uint64_t m[4] = {any(), any(), any(), any()};
  uint64_t a = any(), b = any(), c = any(), r[5] = {0};
  uint64_t before[4] = {m[0], m[1], m[2], m[3]};
  run(a, b, c, m, r);
  printf("CHECK(%s", name);
  for (int i = 0; i < 3; i++)
    printf(", 0x%" PRIx64, (uint64_t[]){a, b, c}[i]);
  for (int i = 0; i < 4; i++)
    printf(", 0x%" PRIx64, before[i]);
  for (int i = 0; i < 4; i++)
    printf(", 0x%" PRIx64, m[i]);
  for (int i = 0; i < 5; i++)
    printf(", 0x%" PRIx64, r[i]);
  puts(")");
}

int
main(int argc, char **argv)
{
  state = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
  int count = argc > 2 ? atoi(argv[2]) : 1;
  for (int i = 0; i < count; i++) {
#undef ROW
#define ROW(name, ...) print(#name, name);
#include "templates.h"
  }
}
