/* heddle emit --format sequential and --format variant: the program in C (emit/emit.h). */
#ifndef HEDDLE_CLI_SEQUENTIAL_H
#define HEDDLE_CLI_SEQUENTIAL_H

#include "cli/inputs.h"

struct sequential_options {
  struct part_options part;
  bool lines, no_slice, no_narrow, claims;
  unsigned seed;
};

/* clang-format off */
/* Rows of the table of a command whose struct `type` has such a `member`. */
#define SEQUENTIAL_OPTIONS(type, member)                                                           \
  {.name = "line-directives",                                                                      \
   .section = SECTION_OUTPUT,                                                                      \
   .kind = OPTION_FLAG,                                                                            \
   .offset = offsetof(type, member.lines),                                                         \
   .help = "C: with #line, so that other tools speak of the program's own lines"},        \
  {.name = "no-slice",                                                                             \
   .section = SECTION_EXPERT,                                                                      \
   .kind = OPTION_FLAG,                                                                            \
   .offset = offsetof(type, member.no_slice),                                                      \
   .help = "C: also what the properties do not depend on"},                               \
  {.name = "no-narrow",                                                                            \
   .section = SECTION_EXPERT,                                                                      \
   .kind = OPTION_FLAG,                                                                            \
   .offset = offsetof(type, member.no_narrow),                                                     \
   .help = "C: every variable gets all bits of its type"},                                         \
  {.name = "claims",                                                                               \
   .section = SECTION_OUTPUT,                                                                      \
   .kind = OPTION_FLAG,                                                                            \
   .offset = offsetof(type, member.claims),                                                        \
   .help = "C: state which intervals the analysis found, for other tools to examine"},             \
  SCHEDULE_OPTIONS(type, member.part),                                                             \
  TILE_OPTIONS(type, member.part),                                                                 \
  SELECTION_OPTIONS(type, member.part),                                                            \
  {.name = "seed",                                                                                 \
   .section = SECTION_EXPERT,                                                                      \
   .kind = OPTION_UNSIGNED,                                                                        \
   .offset = offsetof(type, member.seed),                                                          \
   .argument = "N",                                                                                \
   .help = "seed of the draw, with --instances",                                                   \
   .most = 2000000000}
/* clang-format on */

#endif
