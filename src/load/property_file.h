/* Property files of the software verification competition (.prp): lines such as
 *
 *   CHECK( init(main()), LTL(G ! call(reach_error())) )
 */
#ifndef HEDDLE_LOAD_PROPERTY_FILE_H
#define HEDDLE_LOAD_PROPERTY_FILE_H

#include "base/diag.h"

struct property_file {
  unsigned property; /* set of enum property */
  const char *entry; /* in the arena */
};

/* False with errors in diags. `path` is for messages. */
bool property_file_parse(struct property_file *out, const char *text, const char *path,
                         struct arena *arena, struct diags *diags);

#endif
