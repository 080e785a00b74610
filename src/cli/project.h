/* A project's own flags: compile_commands.json, as CMake, meson and bear write it. */
#ifndef HEDDLE_CLI_PROJECT_H
#define HEDDLE_CLI_PROJECT_H

#include "base/diag.h"
#include "base/options.h"
#include "frontend/frontend.h"

/* The operands as C files with the flags of the database `build`, which is the file or the folder it
 * is in. Without operands all its C files become operands. The result has an element for each operand
 * and lives in their arena; NULL with errors in diags, which may also get notes. */
const struct frontend_file *project_files(const char *build, struct operands *operands,
                                          struct diags *diags);

/* The words of a command line as a POSIX shell splits them: blanks, quotes and backslashes; nothing is
 * expanded. False if a quote is not closed. The words live in the arena. */
struct words {
  VEC(const char *) all;
};
bool project_split(struct words *words, const char *command, struct arena *arena);

/* What is left of a compiler's command line for clang: what decides the meaning of the program. Paths
 * are made absolute, starting from `directory`. */
void project_flags(struct words *flags, const struct words *command, const char *directory,
                   struct arena *arena);

#endif
