/* Names of files as URIs (RFC 3986). Names are bytes; what a URI cannot hold is percent-encoded. */
#ifndef HEDDLE_BASE_URI_H
#define HEDDLE_BASE_URI_H

#include <stdbool.h>

#include "base/str.h"

/* The absolute path of a file as "file:///home/me/a%20b.c". */
void uri_file(struct str *out, const char *path);
/* A file as a reference relative to the folder `root`, an absolute path: "src/a%20b.c" for src/a b.c
 * and for ROOT/./src/a b.c. False, with nothing added, if it is not below. A path that is not
 * absolute begins at `root`. Links are not followed. */
bool uri_below(struct str *out, const char *root, const char *path);
/* The one or the other; true if it is relative. */
bool uri_of(struct str *out, const char *root, const char *path);

#endif
