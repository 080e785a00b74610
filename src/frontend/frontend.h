/* The front end: C files in, one LLVM module out, which src/unfold makes a prog of.
 *
 * Runs clang on each file with the user's flags and links the bitcode with the models of
 * share/models. Here are also the options of the whole way from C to a prog, since both halves
 * look at them. LLVM stays behind this header: only frontend, instrument and unfold see its own. */
#ifndef HEDDLE_FRONTEND_FRONTEND_H
#define HEDDLE_FRONTEND_FRONTEND_H

#include "base/diag.h"
#include "base/str.h"
#include "ir/prog.h"

/* --unwindset function:line=bound; line 0 = every loop of the function and its recursion. */
struct unwind_rule {
  const char *function;
  unsigned line;
  unsigned bound;
};

/* Where the bounds come from; unfold/bound.c says what that means for loops that count. */
enum bounds {
  BOUNDS_DEFAULT, /* nobody has said anything of unwinding */
  BOUNDS_GIVEN,   /* the user has */
  BOUNDS_RAISED,  /* they are raised step by step, and the rules are ours */
};
/* --unwindset function:line=BYTESbytes is such a rule, too: how large the objects can be that are
 * made there, if their sizes are not constant. */

/* What made a loop of the prog end, in the words of a rule: a rule with the same function and line
 * and a greater bound makes it run longer. A loop of the prog may be several of the program, inside
 * of a library function that is called there. Function "": the bound is `unwind`. Loops that a
 * limit of our own ends are not listed. */
struct unwind_cut {
  const char *function; /* lives as long as the frontend and the prog */
  unsigned line, bound;
  uint32_t loop; /* of the prog */
  bool library;  /* it is one of a library function */
};

struct unwind_cuts {
  VEC(struct unwind_cut) all; /* each once */
};

/* A C file, and how its project compiles it. */
struct frontend_file {
  const char *path;
  const char *const *flags; /* its own, for clang */
  size_t n_flags;
};

/* What takes the unfolding so long, as far as is known; texts, "" = nothing to tell. Without
 * pointers: two processes share it. */
struct frontend_effort {
  char loop[200];   /* "the loop at a.c:7 in main, 9120 iterations so far" */
  char object[100]; /* "table of 4000000 bytes" */
};

struct frontend_options {
  const struct frontend_file *files;
  size_t n_files;
  const char *const *flags; /* for clang and all files, behind their own */
  size_t n_flags;
  unsigned unwind;
  enum bounds bounds;
  const struct unwind_rule *unwindset;
  size_t n_unwindset;
  const struct unwind_rule *sizes; /* bounds in bytes */
  size_t n_sizes;
  const char *entry;    /* the function that runs first; NULL = main */
  unsigned property;    /* set of enum property; those that need something in the program */
  bool malloc_fails;    /* allocation may fail at any time */
  bool reuse;           /* malloc may hand out freed blocks again */
  bool no_spurious;     /* condition variables wake up only if signalled */
  bool handle_first;    /* the handle of a new thread is stored before that runs */
  bool stores_late;     /* others may see the stores of a thread late, and so not in their order */
  bool volatile_atomic; /* volatile accesses are relaxed atomic ones */
  bool havoc_unknown;   /* functions without a model return anything, instead of being an error */
  bool only_calls;   /* error locations are calls of reach_error and __VERIFIER_error, not labels */
  const char *clang; /* program to run; NULL = the one found at build time */
  const char *replay; /* write the program here, as bitcode to replay a run with; NULL = do not */
  bool points;        /* the prog has the points at which a replay stops, as it has for `replay` */
  bool to_the_end;    /* main's last steps happen, though its return ends the process: for runs that
                         are only looked at */
  const char *models; /* bitcode of share/models; NULL = beside the program, see module.c */
  bool (*stop)(void *argument); /* polled now and then; NULL = never */
  void *argument;
  struct frontend_effort *effort; /* kept up to date; NULL = unwanted */
  struct unwind_cuts *cuts;       /* those of the prog; the caller frees `all`; NULL = unwanted */
};

/* Reads the files: looks at files, flags, clang, models, and whether overflow is among the
 * properties; unfold/unfold.h looks at everything else. clang's own messages go straight to stderr.
 * NULL with an error in diags, or without one if `stop` said so. The caller closes it. */
struct frontend;
struct frontend *frontend_open(const struct frontend_options *options, struct diags *diags);
void frontend_close(struct frontend *frontend);

/* Names of functions; the arena of whoever fills it has them. */
struct frontend_names {
  VEC(const char *) all;
};
/* The functions that may be called if `entry` runs first, and that neither the files nor the models
 * define. The caller frees `all`. */
void frontend_lacking(const struct frontend *frontend, const char *entry,
                      struct frontend_names *names, struct arena *arena);

/* The files that have the program's functions, each once. The caller frees `all`. */
void frontend_sources(const struct frontend *frontend, struct frontend_names *names,
                      struct arena *arena);

/* A function heddle_test_NAME, which HEDDLE_TEST(NAME) of <heddle.h> defines. */
struct frontend_test {
  const char *name, *file; /* live as long as the frontend */
};
/* The i-th of the files' tests; false if there are fewer. */
bool frontend_test(const struct frontend *frontend, size_t i, struct frontend_test *test);

/* Do these files include <assert.h> with NDEBUG defined? Asks clang. */
bool frontend_ndebug(const struct frontend_options *options);

/* "19.1.7" */
const char *frontend_llvm_version(void);

#endif
