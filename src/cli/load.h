/* From the files on the command line to a prog: the front end for C, the parser for .prog, and the
 * restriction to the wanted properties. The options are shared by all commands that do this. */
#ifndef HEDDLE_CLI_LOAD_H
#define HEDDLE_CLI_LOAD_H

#include "cli/cli.h"
#include "ir/prog.h"

#define PROPERTY_WORDS "assert,memory"
enum { PROPERTY_ASSERT = 1, PROPERTY_MEMORY = 2, PROPERTY_ALL = 3 };
enum { UNWIND_MOST = 1000000 };

struct load_options {
  unsigned unwind;
  struct option_list unwindset;
  unsigned property;
};

/* clang-format off */
#define LOAD_DEFAULTS {.unwind = 2, .property = PROPERTY_ALL}

/* Rows of the table of a command whose struct `type` has a member `load`. */
#define LOAD_OPTIONS(type, load)                                                                   \
  {.name = "unwind",                                                                               \
   .kind = OPTION_UNSIGNED,                                                                        \
   .offset = offsetof(type, load.unwind),                                                          \
   .argument = "N",                                                                                \
   .help = "run loops and recursion at most N times per entry",                                    \
   .most = UNWIND_MOST},                                                                           \
  {.name = "unwindset",                                                                            \
   .kind = OPTION_LIST,                                                                            \
   .offset = offsetof(type, load.unwindset),                                                       \
   .argument = "F:LINE=N,...",                                                                     \
   .help = "bounds for the loop at a line of function F, or for all of F (F=N)"},                  \
  {.name = "property",                                                                             \
   .kind = OPTION_SET,                                                                             \
   .offset = offsetof(type, load.property),                                                        \
   .argument = "LIST",                                                                             \
   .help = "what counts as a bug: assert, memory",                                                 \
   .words = PROPERTY_WORDS}
/* clang-format on */

/* How a long load is told to end early. */
struct load_stop {
  bool (*asked)(void *argument);
  void *argument;
};

/* The prog, to be freed by the caller; or NULL with *exit_code set and the reasons on stderr. `stop`
 * may be NULL; if it ended the load, the result is NULL without a reason. */
struct prog *load(const struct command *command, const struct load_options *options,
                  const struct operands *operands, const struct load_stop *stop, int *exit_code);

/* Is the input prog text? Then there is exactly one file. */
bool load_is_prog(const struct operands *operands);

#endif
