/* Files that are written as a whole or not at all: the text goes to a temporary file in the same
 * folder, which takes the name at the end. "-" is standard output; what exists and is no regular
 * file (a pipe, /dev/null) is written directly. */
#ifndef HEDDLE_BASE_OUTPUT_H
#define HEDDLE_BASE_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/str.h"

struct output {
  FILE *file;
  char *path;      /* links followed */
  char *temporary; /* NULL where it is written directly */
};

/* Can the file be written? To be asked before the long work. Leaves no trace. */
bool output_check(const char *path, struct str *error);

/* Each is false with a message in `error`. output_close gives the file its name if `keep`. */
bool output_open(struct output *output, const char *path, struct str *error);
bool output_close(struct output *output, bool keep, struct str *error);

#endif
