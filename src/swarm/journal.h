/* A journal: what a long run has found out so far, a line each, on disk before anybody relies on
 * it. A run that was killed leaves a journal whose lines the next one reads, and goes on from
 * there.
 *
 * Each line belongs to a problem, which has a key of its own, so one journal serves a command
 * that solves several. A line that was only half written when the run was killed does not count. */
#ifndef HEDDLE_SWARM_JOURNAL_H
#define HEDDLE_SWARM_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/mem.h"
#include "base/str.h"

struct journal_line {
  const char *key, *text;
};

struct journal {
  struct arena arena;
  const char *path; /* borrowed */
  int file;
  int error;                      /* errno of the first write that failed, 0 = none has */
  VEC(struct journal_line) lines; /* that were there at the start */
};

/* A new journal, which must not exist yet; or one that is to be taken up again, which must. False
 * with a message if that does not work, and there is nothing to close. */
bool journal_open(struct journal *journal, const char *path, bool resume, struct str *error);
void journal_close(struct journal *journal);

/* The lines of a journal that somebody else may be writing are added to those of `journal`, which need
 * not be open; the file stays as it is. One that has just been begun has none. False with a message. */
bool journal_peek(struct journal *journal, const char *path, struct str *error);
/* All these lines as a journal, in some order, each once. */
void journal_print(struct str *out, struct journal *journal);
void journal_free(struct journal *journal); /* of one that is not open */

/* Adds a line; NULL is no journal. A failure is remembered. */
void journal_add(struct journal *journal, const char *key, const char *text);

#endif
