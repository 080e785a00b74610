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

/* A file of the project that seems to define a function. */
struct project_source {
  const char *function;
  struct frontend_file file;
  const char *other; /* another file that does; NULL = there is none */
};
struct project_sources {
  VEC(struct project_source) all;
};
/* Of these functions those that files of the project define, other than the n that are taken already.
 * Files with a main are left out. The caller frees `all`; the rest lives in the arena. */
void project_find(struct project_sources *sources, const char *build,
                  const struct frontend_file *files, size_t n, const struct frontend_names *names,
                  struct arena *arena);

#endif
