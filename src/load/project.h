/* A project's own flags: compile_commands.json, as CMake, meson and bear write it. */
#ifndef HEDDLE_LOAD_PROJECT_H
#define HEDDLE_LOAD_PROJECT_H

#include "base/diag.h"
#include "base/options.h"
#include "frontend/frontend.h"

/* The operands as C files with the flags of the database `build`, which is the file or the folder
 * it is in. Without operands all its C files become operands. The result has an element for each
 * operand and lives in their arena; NULL with errors in diags, which may also get notes. */
const struct frontend_file *project_files(const char *build, struct operands *operands,
                                          struct diags *diags);

#endif
