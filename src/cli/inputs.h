/* Commands that read a program: rows for their tables of options, how their line is read, and how
 * the program is loaded. */
#ifndef HEDDLE_CLI_INPUTS_H
#define HEDDLE_CLI_INPUTS_H

#include "check/parts.h"
#include "cli/cli.h"
#include "load/load.h"

/* clang-format off */
/* Rows of the table of a command whose struct `type` has a member `load`. */
#define LOAD_OPTIONS(type, load)                                                                   \
  {.name = "unwind",                                                                               \
   .section = SECTION_BOUNDS,                                                                      \
   .kind = OPTION_UNSIGNED,                                                                        \
   .offset = offsetof(type, load.unwind),                                                          \
   .argument = "N",                                                                                \
   .help = "run loops and recursion at most N times per entry",                                    \
   .most = UNWIND_MOST},                                                                           \
  {.name = "unwindset",                                                                            \
   .section = SECTION_BOUNDS,                                                                      \
   .kind = OPTION_LIST,                                                                            \
   .offset = offsetof(type, load.unwindset),                                                       \
   .argument = "F:LINE=N,...",                                                                     \
   .help = "bounds for the loop at a line of function F, or for all of F (F=N)"},                  \
  {.name = "property",                                                                             \
   .synonyms = PROPERTY_SYNONYMS,                                                                  \
   .section = SECTION_PROPERTIES,                                                                  \
   .kind = OPTION_SET,                                                                             \
   .offset = offsetof(type, load.property),                                                        \
   .argument = "LIST",                                                                             \
   .help = "what counts as a bug: assert, deadlock, race, memory, thread, overflow, leak; "        \
           "all; default,+race",                                                                   \
   .words = PROPERTY_WORDS},                                                                       \
  {.name = "memory-model",                                                                         \
   .section = SECTION_PROPERTIES,                                                                  \
   .kind = OPTION_CHOICE,                                                                          \
   .offset = offsetof(type, load.memory),                                                          \
   .argument = "sc|tso|pso",                                                                       \
   .help = "when threads see each other's stores: at once, late but in order, or late",            \
   .words = "sc,tso,pso"},                                                                         \
  {.name = "entry",                                                                                \
   .section = SECTION_PROPERTIES,                                                                  \
   .kind = OPTION_TEXT,                                                                            \
   .offset = offsetof(type, load.entry),                                                           \
   .argument = "FUNCTION",                                                                         \
   .help = "begin there instead of in main; its parameters are arbitrary"},                        \
  {.name = "project",                                                                              \
   .letter = 'p',                                                                                  \
   .kind = OPTION_TEXT,                                                                            \
   .offset = offsetof(type, load.project),                                                         \
   .argument = "BUILD",                                                                            \
   .help = "take the files' own flags from BUILD/compile_commands.json"},                          \
  {.name = "add-sources",                                                                          \
   .kind = OPTION_FLAG,                                                                            \
   .offset = offsetof(type, load.add_sources),                                                     \
   .help = "take in the files of the project that define functions the others lack"},              \
  {.name = "property-file",                                                                        \
   .section = SECTION_PROPERTIES,                                                                  \
   .kind = OPTION_TEXT,                                                                            \
   .offset = offsetof(type, load.property_file),                                                   \
   .argument = "FILE",                                                                             \
   .help = "look for what this .prp file says, instead of --property"},                            \
  {.name = "malloc-may-fail",                                                                      \
   .section = SECTION_PROPERTIES,                                                                  \
   .kind = OPTION_FLAG,                                                                            \
   .offset = offsetof(type, load.malloc_fails),                                                    \
   .help = "let allocation fail at any time"},                                                     \
  {.name = "reuse-memory",                                                                         \
   .section = SECTION_PROPERTIES,                                                                  \
   .kind = OPTION_FLAG,                                                                            \
   .offset = offsetof(type, load.reuse),                                                           \
   .help = "let malloc hand out freed blocks again"},                                              \
  {.name = "no-spurious-wakeups",                                                                  \
   .alias = "no-spurious",                                                                         \
   .section = SECTION_PROPERTIES,                                                                  \
   .kind = OPTION_FLAG,                                                                            \
   .offset = offsetof(type, load.no_spurious),                                                     \
   .help = "let condition variables wake up only if they are signalled"},                          \
  {.name = "havoc-unknown",                                                                        \
   .section = SECTION_PROPERTIES,                                                                  \
   .kind = OPTION_FLAG,                                                                            \
   .offset = offsetof(type, load.havoc_unknown),                                                   \
   .help = "let functions without definition and model return anything"},                          \
  {.name = "ignore",                                                                               \
   .section = SECTION_PROPERTIES,                                                                  \
   .kind = OPTION_LIST,                                                                            \
   .offset = offsetof(type, load.ignore),                                                          \
   .argument = "WHAT,...",                                                                         \
   .help = "do not report: PROPERTY:FILE:LINE, PROPERTY:FUNCTION, PROPERTY:VARIABLE, PROPERTY"},   \
  {.name = "suppressions",                                                                         \
   .section = SECTION_PROPERTIES,                                                                  \
   .kind = OPTION_TEXT,                                                                            \
   .offset = offsetof(type, load.suppressions),                                                    \
   .argument = "FILE",                                                                             \
   .help = "do not report what FILE lists, in lines like the words of --ignore"},                  \
  {.name = "volatile-is-atomic",                                                                   \
   .section = SECTION_PROPERTIES,                                                                  \
   .kind = OPTION_FLAG,                                                                            \
   .offset = offsetof(type, load.volatile_atomic),                                                 \
   .help = "take volatile accesses for relaxed atomic ones: they are no data races"},              \
  {.name = "no-merge",                                                                             \
   .section = SECTION_EXPERT,                                                                      \
   .kind = OPTION_FLAG,                                                                            \
   .offset = offsetof(type, load.no_merge),                                                        \
   .help = "let threads be interrupted within critical sections, too"}

/* Rows of the table of a command whose struct `type` has a member `part`. */
#define TILE_OPTIONS(type, part)                                                                   \
  {.name = "tile-size",                                                                            \
   .section = SECTION_PARALLEL,                                                                    \
   .kind = OPTION_TEXT,                                                                            \
   .offset = offsetof(type, part.tile_size),                                                       \
   .argument = "N|N%",                                                                             \
   .help = "cut the places where a thread may be interrupted into tiles of N, or N %"},            \
  {.name = "tile-shift",                                                                           \
   .section = SECTION_PARALLEL,                                                                    \
   .kind = OPTION_UNSIGNED,                                                                        \
   .offset = offsetof(type, part.tile_shift),                                                      \
   .argument = "N",                                                                                \
   .help = "give the first tile of each thread N labels, so that boundaries move",                 \
   .most = 1000000},                                                                               \
  {.name = "tiling",                                                                               \
   .section = SECTION_PARALLEL,                                                                    \
   .kind = OPTION_TEXT,                                                                            \
   .offset = offsetof(type, part.tiling),                                                          \
   .argument = "FILE",                                                                             \
   .help = "cut into tiles where FILE says, by lines THREAD: LABEL LABEL..."}

#define SELECTION_OPTIONS(type, part)                                                              \
  {.name = "tiles",                                                                                \
   .section = SECTION_PARALLEL,                                                                    \
   .kind = OPTION_UNSIGNED,                                                                        \
   .offset = offsetof(type, part.tiles),                                                           \
   .argument = "N",                                                                                \
   .help = "interrupt each thread in N tiles only: an instance for each choice of them",           \
   .least = 1,                                                                                     \
   .most = 1000000},                                                                               \
  {.name = "instances",                                                                            \
   .section = SECTION_PARALLEL,                                                                    \
   .kind = OPTION_UNSIGNED,                                                                        \
   .offset = offsetof(type, part.instances),                                                       \
   .argument = "N",                                                                                \
   .help = "only N of these instances, drawn at random (default: all)",                            \
   .least = 1,                                                                                     \
   .most = 1000000000}

#define SCHEDULE_OPTIONS(type, part)                                                               \
  {.name = "instance",                                                                             \
   .section = SECTION_PARALLEL,                                                                    \
   .kind = OPTION_TEXT,                                                                            \
   .offset = offsetof(type, part.instance),                                                        \
   .argument = "LINE",                                                                             \
   .help = "interrupt threads in these tiles only: \"tiles 1:0,3 2:1\"; see heddle instances"},    \
  {.name = "schedule",                                                                             \
   .section = SECTION_BOUNDS,                                                                      \
   .kind = OPTION_TEXT,                                                                            \
   .offset = offsetof(type, part.schedule),                                                        \
   .argument = "ROUND:...",                                                                        \
   .help = "who may run in each round: + for all, or threads as in 1,2"},                          \
  {.name = "context-switches",                                                                     \
   .section = SECTION_BOUNDS,                                                                      \
   .kind = OPTION_TEXT,                                                                            \
   .offset = offsetof(type, part.switches),                                                        \
   .argument = "N",                                                                                \
   .help = "at most N changes from one running thread to another"}
/* clang-format on */

/* Reads a command's options into `into`, of which `load` is a part, and the property file and the
 * project that they name. True if the command is to go on, with at least one operand; otherwise
 * *exit_code is set and everything has been said. */
bool input_line(const struct command *command, const struct command_line *line, void *into,
                struct load_options *load, struct operands *operands, int *exit_code);
/* The same for the words of `heddle check`, whose options are then settled. */
bool check_line_read(const struct command_line *line, struct check_options *options,
                     struct operands *operands, int *exit_code);
/* The prog, to be freed by the caller; or NULL with *exit_code set and the reasons on stderr. */
struct prog *input_load(const struct command *command, const struct load_options *options,
                        const struct operands *operands, int *exit_code);

#endif
