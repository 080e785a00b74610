/* Folders for files that others write, too. */
#ifndef HEDDLE_BASE_FOLDER_H
#define HEDDLE_BASE_FOLDER_H

#include <stdbool.h>

#include "base/str.h"

/* One with this name, which may exist; NULL: a new one, where temporary files are. Its full path is
 * added to `path`. False with a message in `error`. */
bool folder_make(struct str *path, const char *name, struct str *error);
/* With all that is in it. */
void folder_remove(const char *path);

#endif
