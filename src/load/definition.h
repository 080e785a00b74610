/* Does a C text define a function? A guess by its look, for texts that nobody has compiled. */
#ifndef HEDDLE_LOAD_DEFINITION_H
#define HEDDLE_LOAD_DEFINITION_H

#include <stdbool.h>

/* A static one does not count. */
bool definition_is_in(const char *text, const char *name);

#endif
