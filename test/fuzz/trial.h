/* Generated programs on trial: compiled, several as one file, and compared, each in a process of
 * its own with limits, so that a crash is a finding like any other. */
#ifndef HEDDLE_FUZZ_TRIAL_H
#define HEDDLE_FUZZ_TRIAL_H

#include "compare.h"
#include "tree.h"

struct trial {
  const char *folder; /* for files that are gone afterwards */
  struct compare_options compare;
  const char *heddle; /* the program, for native replay */
  unsigned megabytes; /* of memory for each program; 0 = no limit */
  unsigned native;    /* runs of each program without a bug */
  unsigned replay;    /* percent of the programs with a bug that are replayed */
};

/* All programs must have been made from seeds of the same file (generate.h). False, with a message
 * on stderr, if the folder cannot be written: nothing is known then. */
bool trial_run(const struct trial *trial, const struct program *programs, size_t n,
               struct report *reports);

/* The whole program as C, with those lines of the head that it needs, below a comment that says
 * what it is. */
void trial_print(struct str *out, const struct program *program, const struct report *report);
/* False if that cannot be written. */
bool trial_write(const char *path, const struct str *text);

#endif
