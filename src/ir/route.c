#include "ir/route.h"

#include <inttypes.h>
#include <stdlib.h>

void
route_free(struct route *route)
{
  vec_free(&route->contexts);
  vec_free(&route->points);
}

void
route_print(struct str *out, const struct route *route)
{
  str_printf(out, "%zu", route->contexts.n);
  for (size_t i = 0; i < route->contexts.n; i++)
    str_printf(out, " %" PRIu32 " %" PRIu32, route->contexts.at[i].thread,
               route->contexts.at[i].points);
  str_printf(out, " %zu", route->points.n);
  for (size_t i = 0; i < route->points.n; i++)
    str_printf(out, " %" PRIu32 " %" PRIu32 " %" PRIu64, route->points.at[i].thread,
               route->points.at[i].point, route->points.at[i].value);
}

static bool
read_number(const char **text, uint64_t most, uint64_t *number)
{
  char *end;
  *number = strtoull(*text, &end, 10);
  bool found = end != *text && *number <= most;
  *text = end;
  return found;
}

bool
route_parse(struct route *route, const char *text)
{
  uint64_t n, thread, point, value;
  bool good = read_number(&text, SIZE_MAX, &n);
  for (uint64_t i = 0; good && i < n; i++) {
    good = read_number(&text, UINT32_MAX, &thread) && read_number(&text, UINT32_MAX, &point);
    if (good)
      vec_push(&route->contexts, ((struct route_context){(uint32_t)thread, (uint32_t)point}));
  }
  good = good && read_number(&text, SIZE_MAX, &n);
  for (uint64_t i = 0; good && i < n; i++) {
    good = read_number(&text, UINT32_MAX, &thread) && read_number(&text, UINT32_MAX, &point) &&
           read_number(&text, UINT64_MAX, &value);
    if (good)
      vec_push(&route->points, ((struct route_point){(uint32_t)thread, (uint32_t)point, value}));
  }
  if (!good)
    route_free(route);
  return good;
}
