/* What workers do, and how it is told to one that knows nothing.
 *
 * A kind of work is a row: a function that does a job, and what all its jobs have in common, the
 * context. A job is a line of text, and so is each answer. The context is a struct of whoever has
 * the work; a worker that is a copy of that process finds it in its memory, another gets it as
 * text. In lines:
 *
 *   work NAME
 *   context TEXT     with \n for a newline and \\ for a backslash; only if the work can print it
 *   job TEXT
 *
 * A process on another machine calls work_serve with the rows that it knows. */
#ifndef HEDDLE_SWARM_WORK_H
#define HEDDLE_SWARM_WORK_H

#include "swarm/transport.h"

struct work {
  const char *name;
  /* In the worker. */
  void (*run)(void *context, const char *job, struct pool_line *line);
  /* The context as text, and back; NULL from parse if it is none. NULL instead of these: the work
   * is for copies only. */
  void (*print)(struct str *out, const void *context);
  void *(*parse)(const char *text);
  void (*free)(void *context); /* of one that was parsed */
};

/* Text without newlines, and back; added to `out`. */
void work_escape(struct str *out, const char *text);
void work_unescape(struct str *out, const char *text);

/* Tells the worker at the other end; false if it is gone, or the work is for copies only. */
bool work_tell(struct link *link, const struct assignment *assignment);

/* In the worker: hears what it is to do, and does it. False if it was told of something else than
 * these n rows, or nothing. */
bool work_serve(struct pool_line *line, const struct work *const *works, size_t n);

#endif
