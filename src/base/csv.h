/* Tables as text, a row a line, fields between commas; a field with a comma, a quote or a line
 * break in it is quoted, and quotes in it are doubled (RFC 4180). */
#ifndef HEDDLE_BASE_CSV_H
#define HEDDLE_BASE_CSV_H

#include <stdbool.h>

#include "base/mem.h"
#include "base/str.h"

/* Adds one field, quoted if need be; commas and line breaks are the caller's. */
void csv_field(struct str *out, const char *text);

/* Reading: set `rest` to the text, then csv_next gives row after row in `fields`, whose texts live
 * until csv_free. There is no wrong input; a row that is cut off has fewer fields. */
struct csv {
  const char *rest;
  VEC(const char *) fields;
  struct arena arena;
};
bool csv_next(struct csv *csv);
void csv_free(struct csv *csv);

#endif
