/* Lines of text between two processes, in both directions, through a pair of sockets.
 *
 *   const char *line;
 *   wire_take(&wire);                    what has arrived, without waiting
 *   while ((line = wire_next(&wire)))    the lines of that, one after the other
 *     ...
 *
 * Who must not wait writes with wire_push and wire_write; others with wire_say. A line has no newline in
 * it. */
#ifndef HEDDLE_SWARM_WIRE_H
#define HEDDLE_SWARM_WIRE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

struct wire {
  int socket;
  struct str in, out;
  size_t looked;  /* bytes of `in` that are done with */
  size_t scanned; /* bytes of `in` before which there is no newline any more */
  size_t written; /* bytes of `out` that are written */
  bool closed;    /* the other side is gone; what has arrived before can still be read */
};

/* Two ends; programs that are run do not get them. False if there can be none. */
bool wire_pair(int ends[2]);
void wire_free(struct wire *wire);

/* Waits at most so many seconds for something to take; less than 0 = until there is something. */
void wire_wait(const struct wire *wire, double seconds);
void wire_take(struct wire *wire);
/* NULL: no further line is complete. Valid until the next call of wire_take. */
const char *wire_next(struct wire *wire);

/* Writes the line, and waits until there is room for it. False if the other side is gone. */
bool wire_say(struct wire *wire, const char *line);
/* Notes the line; as much as there is room for now is written by wire_write. */
void wire_push(struct wire *wire, const char *line);
void wire_write(struct wire *wire);
bool wire_has_more(const struct wire *wire); /* that is not written */

#endif
