/* Options that leave a part of the schedules, shared by several commands: how labels are tiled,
 * which tiles are selected, which threads run when, how often it may be switched between them. */
#ifndef HEDDLE_CHECK_PARTS_H
#define HEDDLE_CHECK_PARTS_H

#include "analysis/part.h"
#include "base/diag.h"
#include "base/json.h"
#include "tiling/selection.h"

struct part_options {
  const char *tile_size; /* N or N% */
  unsigned tile_shift;
  const char *tiling;   /* a file; see tiling.h */
  unsigned tiles;       /* of each thread in a selection; 0 = not given */
  unsigned instances;   /* how many of them; 0 = all */
  const char *share;    /* K/N: of these every N-th, from number K on */
  const char *instance; /* one of them; see instance.h */
  const char *schedule; /* + or threads for each round: +:1,2:+ */
  const char *switches; /* a number */
};

enum { ROUNDS_DEFAULT = 2, ROUNDS_MOST = 1000 };

/* Is what the options say well formed, as far as can be told without the program? `rounds` are
 * those given, or 0. False with a line in `error`. */
bool parts_check(const struct part_options *options, unsigned rounds, struct str *error);
/* How many rounds there will be, as far as it is known without the program. */
unsigned parts_rounds(const struct part_options *options, unsigned rounds);

/* The tiling that the options, which were found to be well formed, ask for; false with errors in
 * `diags` about the file. */
bool parts_tiling(struct tiling *tiling, const struct part_options *options,
                  const struct prog *prog, const struct labels *labels, struct diags *diags);
/* The selections of `options->tiles` tiles: all in order, or as many by chance as are wanted. */
struct selections *parts_select(const struct tiling *tiling, const struct part_options *options,
                                unsigned seed);
/* How many of them are wanted. */
uint64_t parts_instances(const struct part_options *options);
/* Which of them: the K and N of --share, or 0 and 0. */
void parts_share(const struct part_options *options, unsigned *share, unsigned *shares);
/* What is wrong. */
struct parts_error {
  struct str misuse;  /* with the options: a line */
  struct diags diags; /* with the file that has the tiling */
};
void parts_error_free(struct parts_error *error);

/* The part, to be freed in any case, and its rounds: those given unless 0, those of the schedule,
 * or as many as the switches can need. False with an error. */
bool parts_find(struct part *part, unsigned *rounds, const struct part_options *options,
                const struct prog *prog, const struct labels *labels, struct parts_error *error);

/* What was looked at, as in "no bug within 2 rounds and 2 unwindings, with at most 3 context
 * switches": beginning with a comma, empty if it was everything. */
void parts_describe(struct str *out, const struct part_options *options);
/* What was not: "; other instances", and so on. `rounds` is how many there were. (Context switches
 * say nothing about when late stores are seen.) */
void parts_describe_rest(struct str *out, const struct part_options *options, unsigned rounds,
                         const struct prog *prog);

/* The same as members of a JSON object, those that were given. */
void parts_json(struct json *json, const struct part_options *options);

#endif
