/* From the files on the command line to a prog: their flags from the project, the front end for C,
 * the parser for .prog, and the restriction to the wanted properties. The options are shared by all
 * commands that do this. */
#ifndef HEDDLE_CLI_LOAD_H
#define HEDDLE_CLI_LOAD_H

#include "cli/cli.h"
#include "frontend/frontend.h"
#include "ir/prog.h"

/* In the order of PROPERTIES. */
#define PROPERTY_WORDS "assert,deadlock,race,memory,lock,overflow,leak"
#define PROPERTY_DEFAULT (PROPERTY_ASSERT | PROPERTY_DEADLOCK | PROPERTY_MEMORY | PROPERTY_LOCK)
enum { UNWIND_MOST = 1000000, UNWIND_NOT_GIVEN };

struct load_options {
  unsigned unwind;
  struct option_list unwindset;
  unsigned property;
  unsigned memory; /* enum memory_model */
  const char *entry;
  const char *project, *property_file;
  bool malloc_fails, reuse, no_spurious, havoc_unknown;
  /* found out by load_line */
  enum bounds bounds;
  const struct frontend_file *files; /* of each operand, with --project; else NULL */
  const char *replay;                /* bitcode to be written, see frontend.h; NULL = none */
  bool to_the_end;                   /* see frontend.h */
  bool handle_first;                 /* the competition's idea of pthread_create: likewise */
  bool only_calls;                   /* the competition's idea of an error: see frontend.h */
};

/* clang-format off */
#define LOAD_DEFAULTS {.unwind = UNWIND_NOT_GIVEN, .property = PROPERTY_DEFAULT}

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
   .help = "what counts as a bug: assert, deadlock, race, memory, lock, overflow, leak",           \
   .words = PROPERTY_WORDS},                                                                       \
  {.name = "memory-model",                                                                         \
   .kind = OPTION_CHOICE,                                                                          \
   .offset = offsetof(type, load.memory),                                                          \
   .argument = "sc|tso|pso",                                                                       \
   .help = "when threads see each other's stores: at once, late but in order, or late",            \
   .words = "sc,tso,pso"},                                                                         \
  {.name = "entry",                                                                                \
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
  {.name = "property-file",                                                                        \
   .kind = OPTION_TEXT,                                                                            \
   .offset = offsetof(type, load.property_file),                                                   \
   .argument = "FILE",                                                                             \
   .help = "look for what this .prp file says, instead of --property"},                            \
  {.name = "malloc-may-fail",                                                                      \
   .kind = OPTION_FLAG,                                                                            \
   .offset = offsetof(type, load.malloc_fails),                                                    \
   .help = "let allocation fail at any time"},                                                     \
  {.name = "reuse-memory",                                                                         \
   .kind = OPTION_FLAG,                                                                            \
   .offset = offsetof(type, load.reuse),                                                           \
   .help = "let malloc hand out freed blocks again"},                                              \
  {.name = "no-spurious",                                                                          \
   .kind = OPTION_FLAG,                                                                            \
   .offset = offsetof(type, load.no_spurious),                                                     \
   .help = "let condition variables wake up only if they are signalled"},                          \
  {.name = "havoc-unknown",                                                                        \
   .kind = OPTION_FLAG,                                                                            \
   .offset = offsetof(type, load.havoc_unknown),                                                   \
   .help = "let functions without definition and model return anything"}
/* clang-format on */

/* Reads a command's options into `into`, of which `load` is a part, and the property file and the
 * project that they name. True if the command is to go on, with at least one operand; otherwise
 * *exit_code is set and everything has been said. */
bool load_line(const struct command *command, const struct command_line *line, void *into,
               struct load_options *load, struct operands *operands, int *exit_code);

/* How a long load is told to end early, and tells what takes it so long. */
struct load_stop {
  bool (*asked)(void *argument);
  void *argument;
  struct frontend_effort *effort;  /* NULL = nobody wants to know */
  void (*speaks)(void *argument);  /* called before a message is printed; NULL = no need */
};

/* The prog, to be freed by the caller; or NULL with *exit_code set and the reasons on stderr.
 * `stop` may be NULL; if it ended the load, the result is NULL without a reason. */
struct prog *load(const struct command *command, const struct load_options *options,
                  const struct operands *operands, const struct load_stop *stop, int *exit_code);

/* The same in two steps, for whoever unfolds the program several times: load_unfold looks at unwind
 * and unwindset, load_open at everything else. `cuts` may be NULL; see frontend.h. A .prog is
 * unfolded already, whatever the bounds. Options, operands and the argument of `stop` must outlive
 * the source. */
struct source;
struct source *load_open(const struct command *command, const struct load_options *options,
                         const struct operands *operands, const struct load_stop *stop,
                         int *exit_code);
struct prog *load_unfold(const struct source *source, const struct load_options *bounds,
                         struct unwind_cuts *cuts, int *exit_code);
void load_close(struct source *source);
/* Is assert() left out, as NDEBUG is defined? */
bool load_ndebug(const struct source *source);

/* Is the input prog text? Then there is exactly one file. */
bool load_is_prog(const struct operands *operands);

#endif
