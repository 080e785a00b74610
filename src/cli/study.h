/* `heddle study`: VeriSMART's experiment with one program. Many instances of it - random selections
 * of tiles - are solved, each in a process of its own; how they are spread tells how soon many
 * cores would find a bug. Beside them stand the whole problem and single schedules.
 *
 * study.c reads the command line and makes the list of trials, study_run.c runs them, study_file.c
 * keeps them on disk, study_report.c makes tables and the plot of them. */
#ifndef HEDDLE_CLI_STUDY_H
#define HEDDLE_CLI_STUDY_H

#include "analysis/labels.h"
#include "base/sha256.h"
#include "cli/load.h"

struct study_options {
  struct load_options load;
  unsigned rounds, seed, jobs;
  unsigned tiles; /* 0 = as many as rounds */
  unsigned instances, whole, fixed;
  struct option_list sizes;
  double timeout;
  const char *folder;
};

/* Which schedules a trial may choose from. */
#define TRIAL_KINDS(X)                                                                             \
  X(ALL, "all")     /* of the program, within the bounds */                                        \
  X(ONE, "one")     /* a fixed one, drawn by its seed */                                           \
  X(TILES, "tiles") /* those of an instance */
#define TRIAL_OUTCOMES(X)                                                                          \
  X(WAITING, "")                                                                                   \
  X(BUG, "bug")                                                                                    \
  X(NO_BUG, "no bug")                                                                              \
  X(TIMEOUT, "timeout")                                                                            \
  X(DIED, "died")               /* killed, crashed, out of memory, too large */                    \
  X(INTERNAL, "internal error") /* heddle is wrong */
#define TRIAL_ENUM(name, word) TRIAL_##name,
enum trial_kind { TRIAL_KINDS(TRIAL_ENUM) TRIAL_KIND_COUNT };
enum trial_outcome { TRIAL_OUTCOMES(TRIAL_ENUM) TRIAL_OUTCOME_COUNT };

struct trial {
  enum trial_kind kind;
  unsigned size;    /* of the tiles; TILES */
  const char *line; /* the instance; TILES, else "" */
  unsigned seed;    /* of the solver; ONE: of the schedule as well */
  enum trial_outcome outcome;
  double seconds; /* of the processor */
  size_t bytes;   /* of memory, at its peak */
};

struct study {
  const struct study_options *options;
  const struct operands *operands;
  struct prog *prog;
  struct labels labels;
  char problem[SHA256_HEX]; /* what all trials have in common */
  unsigned tiles;           /* per thread */
  VEC(unsigned) sizes;
  VEC(struct trial) trials; /* what was asked for: all, one, then size by size */
  VEC(struct trial) others; /* what DIR/instances.csv has beyond that */
  struct arena arena;
};

const char *trial_kind_word(enum trial_kind kind);
const char *trial_outcome_word(enum trial_outcome outcome);

/* Runs the trials that wait, until Ctrl-C. `log`, unless NULL, gets a row of each that is done.
 * False if there can be no processes. */
bool study_run(struct study *study, FILE *log);

/* DIR/instances.csv. study_file_read takes over what trials there have come to, but for those that
 * died; all are false with a message in `error`, the first also if the file is of another problem.
 * A missing file is none. */
bool study_file_read(struct study *study, const char *path, struct str *error);
bool study_file_write(const struct study *study, const char *path, struct str *error);
void study_file_row(struct str *out, const struct study *study, const struct trial *trial);

/* Tables for people, as Markdown; and for programs; and the plot. */
void study_text(struct str *out, const struct study *study);
void study_figure5(struct str *out, const struct study *study);
void study_figure6(struct str *out, const struct study *study);
void study_plot(struct str *out, const struct study *study);

#endif
