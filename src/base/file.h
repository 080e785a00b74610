/* Input files. What is wrong with one is said in our own words, once. */
#ifndef HEDDLE_BASE_FILE_H
#define HEDDLE_BASE_FILE_H

#include <stdbool.h>

#include "base/diag.h"
#include "base/str.h"

/* Each is false with an error in diags. file_read adds the whole file to `out`. */
bool file_read(struct str *out, const char *path, struct diags *diags);
/* The same for a text, which has no zero bytes; a byte order mark is left out. */
bool file_read_text(struct str *out, const char *path, struct diags *diags);
/* Can it be read, and again? */
bool file_is_readable(const char *path, struct diags *diags);

#endif
