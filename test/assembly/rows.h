/* Each template as a function. */
#include <stdbool.h>
#include <stdint.h>

struct pair {
  uint64_t a, b;
};

#define ROW(name, ...)                                                                             \
  static void name(uint64_t a, uint64_t b, uint64_t c, uint64_t *m, uint64_t *r)                   \
  {                                                                                                \
    (void)a, (void)b, (void)c, (void)m, (void)r;                                                   \
    __VA_ARGS__                                                                                    \
  }
#include "templates.h"
