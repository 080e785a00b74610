/* From the files on the command line to a prog: their flags from the project, the front end for C,
 * the parser for .prog, and the restriction to the wanted properties. The options are shared by all
 * commands that do this. Nothing is printed here: whoever loads is told. */
#ifndef HEDDLE_LOAD_LOAD_H
#define HEDDLE_LOAD_LOAD_H

#include "base/options.h"
#include "frontend/frontend.h"
#include "ir/prog.h"
#include "load/unwinding.h"
#include "vm/vm.h"

/* In the order of PROPERTIES. */
#define PROPERTY_WORDS "assert,deadlock,race,memory,lock,overflow,leak"
/* Not only locks are misused. */
#define PROPERTY_SYNONYMS "thread=lock"
#define PROPERTY_DEFAULT (PROPERTY_ASSERT | PROPERTY_DEADLOCK | PROPERTY_MEMORY | PROPERTY_LOCK)
enum { UNWIND_NOT_GIVEN = UNWIND_MOST + 1 };

struct load_options {
  unsigned unwind;
  struct option_list unwindset; /* as it was given: see unwinding.h */
  unsigned property;
  unsigned memory; /* enum memory_model */
  bool no_merge;   /* see prog.h */
  const char *entry;
  const char *project, *property_file;
  bool malloc_fails, reuse, no_spurious, havoc_unknown;
  struct option_list ignore; /* see ignore.h */
  const char *suppressions;  /* a file of such words */
  bool volatile_atomic;      /* see frontend.h */
  bool add_sources;          /* files of the project that define what the others lack */
  /* found out by load_settle */
  enum bounds bounds;
  const struct frontend_file *files; /* of each operand, with --project; else NULL */
  const char *replay;                /* bitcode to be written, see frontend.h; NULL = none */
  bool to_the_end;                   /* see frontend.h */
  bool handle_first;                 /* the competition's idea of pthread_create: likewise */
  bool only_calls;                   /* the competition's idea of an error: see frontend.h */
};

#define LOAD_DEFAULTS {.unwind = UNWIND_NOT_GIVEN, .property = PROPERTY_DEFAULT}

/* Reads the property file and the project that the options name, whose files may become operands.
 * False with errors in `diags`, which may also get notes. */
bool load_settle(struct load_options *load, struct operands *operands, struct diags *diags);
/* The bounds that the options give; the rules live in the arena. False with a line in `misuse`. */
bool load_bounds(struct unwinding *bounds, const struct load_options *options, struct arena *arena,
                 struct str *misuse);

/* Who looks after a load. */
struct load_watch {
  bool (*stop)(void *argument); /* polled: true = end early; NULL = never */
  /* Gets messages about the files as they come up; there is at least one. */
  void (*tell)(void *argument, const struct diags *diags);
  void *argument;
  struct frontend_effort *effort; /* what takes so long; NULL = nobody wants to know */
};

/* The prog, to be freed by the caller; or NULL, with a line in `misuse` if the options or the
 * operands make no sense, else the reason was told; without a reason if `stop` ended the load. */
struct prog *load(const struct load_options *options, const struct unwinding *bounds,
                  const struct operands *operands, const struct load_watch *watch,
                  struct str *misuse);

/* The same in two steps, for whoever unfolds the program several times with other bounds: those of
 * load_open are the ones that a user has given, which must be about loops that there are. `cuts`
 * may be NULL; see frontend.h. A .prog is unfolded already, whatever the bounds. Options, operands
 * and watch must outlive the source. */
struct source;
struct source *load_open(const struct load_options *options, const struct unwinding *bounds,
                         const struct operands *operands, const struct load_watch *watch,
                         struct str *misuse);
struct prog *load_unfold(const struct source *source, const struct unwinding *bounds,
                         struct unwind_cuts *cuts);
void load_close(struct source *source);
/* The same with points (instrument/points.h), silently: whoever follows a route wants it. NULL if that
 * cannot be. */
struct prog *load_with_points(const struct source *source, const struct unwinding *bounds);
/* Is it a program with its loops, rather than a .prog? Then every state of it can be visited, whatever
 * the bounds (vm/vm.h). */
bool load_has_loops(const struct source *source);
void load_visit(const struct source *source, const struct vm_limits *limits,
                struct vm_result *result);
/* The tests of <heddle.h> in the files, in their order. */
struct load_tests {
  VEC(struct frontend_test) all;
  struct arena arena;
};
/* False as with load. The caller frees the tests in any case. */
bool load_find_tests(struct load_tests *tests, const struct load_options *options,
                     const struct operands *operands, const struct load_watch *watch,
                     struct str *misuse);
void load_tests_free(struct load_tests *tests);
/* Is assert() left out, as NDEBUG is defined? */
bool load_ndebug(const struct source *source);

/* Is the input prog text? Then there is exactly one file. */
bool load_is_prog(const struct operands *operands);

#endif
