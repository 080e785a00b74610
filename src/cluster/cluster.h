/* A folder with a problem whose instances are dealt out to tasks, which know nothing of each other and may
 * run anywhere, at any time, more than once:
 *
 *   program.prog     the program
 *   options          of heddle check, one a line
 *   tasks            how many there are
 *   task.sh          checks one share of the instances
 *   array.sbatch     all of them, as a job array of Slurm
 *   collect.sh       calls heddle cluster collect
 *   journals/        of each task what it has decided
 *   locks/           of each task whether it is at work
 *   output/          of each task what it prints under Slurm
 *   found            one has found a bug
 *   collected.journal  all journals as one; made by cluster_collect
 *
 * The scripts are those of share/cluster with a head. */
#ifndef HEDDLE_CLUSTER_CLUSTER_H
#define HEDDLE_CLUSTER_CLUSTER_H

#include <stdbool.h>

#include "base/options.h"

struct cluster {
  const char *folder;
  const char *heddle;             /* the full name of the program; $HEDDLE comes before it */
  const char *program;            /* as prog text */
  const struct operands *options; /* words of heddle check */
  unsigned tasks;
  double seconds;     /* of a task; 0 = Slurm's own limit */
  unsigned megabytes; /* likewise */
};

/* Makes the folder, which must not have a problem yet. False with a message in `error`. */
bool cluster_write(const struct cluster *cluster, struct str *error);

/* Reads tasks and options of the folder, whose texts live in the operands, and makes collected.journal.
 * False with a message. */
bool cluster_collect(struct operands *options, unsigned *tasks, const char *folder,
                     struct str *error);

/* The scripts, which the build turns into text (cmake/Embed.cmake). */
extern const char task_sh[], array_sh[], collect_sh[];

#endif
