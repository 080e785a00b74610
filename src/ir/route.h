/* A route: how a run came along the points of the program, the instructions that have a number
 * (instrument/points.c). It says the same as a schedule, but of the program with its loops, before it
 * is unfolded. interp_follow makes a schedule of it. */
#ifndef HEDDLE_IR_ROUTE_H
#define HEDDLE_IR_ROUTE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/mem.h"
#include "base/str.h"

#define ROUTE_TO_THE_END UINT32_MAX

struct route_context {
  uint32_t thread;
  uint32_t points; /* that the thread has begun when it pauses, also that at which it does */
};

/* A point that a thread has come along. */
struct route_point {
  uint32_t thread;
  uint32_t point;
  uint64_t value; /* what was arbitrary there, else 0 */
};

struct route {
  VEC(struct route_context) contexts;
  VEC(struct route_point) points; /* in the order of time */
};

void route_free(struct route *route);
/* As words of a line, for another process. False if the text is none. */
void route_print(struct str *out, const struct route *route);
bool route_parse(struct route *route, const char *text);

#endif
