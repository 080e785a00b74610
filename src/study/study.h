/* A study: VeriSMART's experiment with one program. Many instances of it - random selections
 * of tiles - are solved, each in a process of its own; how they are spread tells how soon many
 * cores would find a bug. Beside them stand the whole problem and single schedules.
 *
 * study.c makes the list of trials, run.c runs them, file.c keeps them on disk, tables.c makes
 * tables and the plot of them, cores.c tells what many cores would do. Nothing is printed here. */
#ifndef HEDDLE_STUDY_STUDY_H
#define HEDDLE_STUDY_STUDY_H

#include "analysis/labels.h"
#include "base/sha256.h"
#include "load/load.h"

struct study_options {
  struct load_options load;
  unsigned rounds, seed, jobs;
  unsigned tiles; /* 0 = as many as rounds */
  unsigned instances, whole, fixed;
  struct option_list sizes, cores;
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
  const char *made_by; /* the program, with its version */
  struct prog *prog;
  struct labels labels;
  char problem[SHA256_HEX]; /* what all trials have in common */
  unsigned tiles;           /* per thread */
  VEC(unsigned) sizes, cores;
  VEC(struct trial) trials; /* what was asked for: all, one, then size by size */
  VEC(struct trial) others; /* what DIR/instances.csv has beyond that */
  VEC(double) ran;          /* seconds of the trials that were run now, in their order */
  double ran_seconds;       /* of the clock, for all of these */
  struct {
    double seconds;
    size_t bytes;
  } reading; /* what it takes to know the program from its text, which has so many bytes */
  struct arena arena;
};

const char *trial_kind_word(enum trial_kind kind);
const char *trial_outcome_word(enum trial_outcome outcome);

/* Whoever waits for a study: he can stop it, and is shown now and then how far it is. */
struct study_progress {
  size_t all, done, bugs, running;
  double seconds;
};
struct study_watch {
  bool (*stop)(void *argument);
  void (*show)(void *argument, const struct study_progress *progress);
  void *argument;
};

/* Options, operands and made_by are set. False with a line in `error` about the options. */
bool study_begin(struct study *study, struct str *error);
/* The prog is set as well. Runs the trials that wait, until it is stopped, and writes the files of
 * the folder. False with a message in `error`. */
bool study_carry_out(struct study *study, const struct study_watch *watch, struct str *error);
/* Did a trial find that heddle is wrong? */
bool study_is_wrong(const struct study *study);
void study_free(struct study *study);

/* Of study_carry_out. `log`, unless NULL, gets a row of each trial that is done. False if there can
 * be no processes. */
bool study_run(struct study *study, const struct study_watch *watch, FILE *log);

/* DIR/instances.csv. study_file_read takes over what trials there have come to, but for those that
 * died; all are false with a message in `error`, the first also if the file is of another problem.
 * A missing file is none. */
bool study_file_read(struct study *study, const char *path, struct str *error);
bool study_file_write(const struct study *study, const char *path, struct str *error);
void study_file_row(struct str *out, const struct study *study, const struct trial *trial);

/* Of study_begin: the numbers of --cores. False with a line in `error`. */
bool study_read_cores(struct study *study, struct str *error);
void study_measure_reading(struct study *study);
/* What so many cores would do; nothing if none were asked for. And the same for programs. */
void study_cores(struct str *out, const struct study *study);
void study_cores_csv(struct str *out, const struct study *study);

/* Tables for people, as Markdown; and for programs; and the plot. */
void study_text(struct str *out, const struct study *study);
void study_figure5(struct str *out, const struct study *study);
void study_figure6(struct str *out, const struct study *study);
void study_plot(struct str *out, const struct study *study);

#endif
