/* Lines of the user's source files, read on demand and kept. Zero-initialise; owns what it reads.
 * A file that cannot be read simply has no lines. */
#ifndef HEDDLE_TRACE_SOURCE_H
#define HEDDLE_TRACE_SOURCE_H

#include <stdint.h>

#include "base/mem.h"
#include "base/str.h"

struct source_file {
  const char *name;
  struct str text;
  VEC(uint32_t) lines; /* where each begins; one more at the end */
};
struct sources {
  VEC(struct source_file) files;
};

/* Appends a line's code: without indentation, trailing comment and opening brace, runs of blanks
 * as one, what is not printable as '?'. Nothing if there is no such line. */
void source_line(struct sources *sources, struct str *out, const char *file, uint32_t line);
/* How many lines there are. */
uint32_t source_lines(struct sources *sources, const char *file);
/* A line as it is, without its end: `n` bytes, which more bytes and a zero follow. NULL if there is
 * no such line. Holds until another file is asked for. */
const char *source_bytes(struct sources *sources, const char *file, uint32_t line, size_t *n);
/* How many lines in front of it have the same code? */
unsigned source_same_before(struct sources *sources, const char *file, uint32_t line);
void sources_free(struct sources *sources);

#endif
