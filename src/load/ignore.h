/* Findings that the user does not want: by --suppressions, --ignore, and comments in the source.
 *
 *   race:queue.c:17      data races of the accesses in a line, and so on for other properties
 *   memory:read_header   in a function or what it calls; or of the variable of that name
 *   leak                 everywhere
 *
 *   counter++; // heddle: ignore race
 *
 * A comment without a property is about all of them, and one on a line of its own about the next line. What
 * stands behind the properties is for people. */
#ifndef HEDDLE_LOAD_IGNORE_H
#define HEDDLE_LOAD_IGNORE_H

#include "base/diag.h"
#include "base/options.h"
#include "ir/prog.h"

struct ignored {
  unsigned property; /* set of enum property */
  const char *where; /* a file, a function or a variable; NULL = everywhere */
  unsigned line;     /* of the file; 0 = it is no file */
  bool exactly;      /* that file, and none in another folder */
};
struct ignore_list {
  VEC(struct ignored) all;
};

/* One of the words above. False with a line in `error`. */
bool ignore_word(struct ignore_list *list, const char *word, struct arena *arena,
                 struct str *error);
/* A word on each line; blank lines, and what is behind a '#', are left out. */
bool ignore_file(struct ignore_list *list, const char *path, struct arena *arena,
                 struct diags *diags);
/* The comments of a source file that begin with the mark; nothing if it cannot be read. */
void ignore_comments(struct ignore_list *list, const char *path, struct arena *arena,
                     struct diags *diags);
/* What is left of these properties; and the prog no longer asks for the rest, which it notes. To be
 * applied before the prog is restricted. */
unsigned ignore_apply(const struct ignore_list *list, struct prog *prog, unsigned property);

#endif
