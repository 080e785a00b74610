/* How the passes are dumped; private to the folder. */
#ifndef HEDDLE_PASSES_DUMP_H
#define HEDDLE_PASSES_DUMP_H

#include "passes/passes.h"

void dump_plain(struct str *out, const struct pipeline *line);
void dump_labels(struct str *out, const struct pipeline *line);
void dump_slice(struct str *out, const struct pipeline *line);
void dump_values(struct str *out, const struct pipeline *line); /* sets, and intervals */

#endif
