/* Options that leave a part of the schedules, shared by the commands: how labels are tiled, which
 * tiles are selected, which threads run when, how often it may be switched between them. */
#ifndef HEDDLE_CLI_PARTS_H
#define HEDDLE_CLI_PARTS_H

#include "analysis/part.h"
#include "base/json.h"
#include "cli/cli.h"
#include "tiling/selection.h"

struct part_options {
  const char *tile_size; /* N or N% */
  unsigned tile_shift;
  const char *tiling;   /* a file; see tiling.h */
  unsigned tiles;       /* of each thread in a selection; 0 = not given */
  unsigned instances;   /* how many of them; 0 = all */
  const char *instance; /* one of them; see instance.h */
  const char *schedule; /* + or threads for each round: +:1,2:+ */
  const char *switches; /* a number */
};

/* clang-format off */
/* Rows of the table of a command whose struct `type` has a member `part`. */
#define TILE_OPTIONS(type, part)                                                                   \
  {.name = "tile-size",                                                                            \
   .kind = OPTION_TEXT,                                                                            \
   .offset = offsetof(type, part.tile_size),                                                       \
   .argument = "N|N%",                                                                             \
   .help = "cut the places where a thread may be interrupted into tiles of N, or N %"},            \
  {.name = "tile-shift",                                                                           \
   .kind = OPTION_UNSIGNED,                                                                        \
   .offset = offsetof(type, part.tile_shift),                                                      \
   .argument = "N",                                                                                \
   .help = "give the first tile of each thread N labels, so that boundaries move",                 \
   .most = 1000000},                                                                               \
  {.name = "tiling",                                                                               \
   .kind = OPTION_TEXT,                                                                            \
   .offset = offsetof(type, part.tiling),                                                          \
   .argument = "FILE",                                                                             \
   .help = "cut into tiles where FILE says, by lines THREAD: LABEL LABEL..."}

#define SELECTION_OPTIONS(type, part)                                                              \
  {.name = "tiles",                                                                                \
   .kind = OPTION_UNSIGNED,                                                                        \
   .offset = offsetof(type, part.tiles),                                                           \
   .argument = "N",                                                                                \
   .help = "interrupt each thread in N tiles only: an instance for each choice of them",           \
   .least = 1,                                                                                     \
   .most = 1000000},                                                                               \
  {.name = "instances",                                                                            \
   .kind = OPTION_UNSIGNED,                                                                        \
   .offset = offsetof(type, part.instances),                                                       \
   .argument = "N",                                                                                \
   .help = "only N of these instances, drawn at random (default: all)",                            \
   .least = 1,                                                                                     \
   .most = 1000000000}

#define SCHEDULE_OPTIONS(type, part)                                                               \
  {.name = "instance",                                                                             \
   .kind = OPTION_TEXT,                                                                            \
   .offset = offsetof(type, part.instance),                                                        \
   .argument = "LINE",                                                                             \
   .help = "interrupt threads in these tiles only: \"tiles 1:0,3 2:1\"; see heddle instances"},    \
  {.name = "schedule",                                                                             \
   .kind = OPTION_TEXT,                                                                            \
   .offset = offsetof(type, part.schedule),                                                        \
   .argument = "ROUND:...",                                                                        \
   .help = "who may run in each round: + for all, or threads as in 1,2"},                          \
  {.name = "context-switches",                                                                     \
   .kind = OPTION_TEXT,                                                                            \
   .offset = offsetof(type, part.switches),                                                        \
   .argument = "N",                                                                                \
   .help = "at most N changes from one running thread to another"}
/* clang-format on */

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
/* The part, to be freed in any case, and its rounds: those given unless 0, those of the schedule,
 * or as many as the switches can need. False with a line in `error` about the options, or errors in
 * `diags` about the file with the tiling. */
bool parts_find(struct part *part, unsigned *rounds, const struct part_options *options,
                const struct prog *prog, const struct labels *labels, struct str *error,
                struct diags *diags);

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
