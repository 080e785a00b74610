/* Attributes of gcc in preprocessed C. */
#ifndef HEDDLE_FRONTEND_ATTRIBUTE_H
#define HEDDLE_FRONTEND_ATTRIBUTE_H

#include <stdbool.h>

#include "base/str.h"

/* Replaces those attributes by blanks that tell the compiler or its user something about a
 * declaration and do not change what it means. Lines and columns stay as they are. False if there
 * were none. */
bool attribute_drop_hints(struct str *text);

#endif
