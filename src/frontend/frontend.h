/* The front end: C files in, prog out.
 *
 * Runs clang on each file with the user's flags, links the bitcode with the models of
 * share/models, and unfolds every thread up to the unwinding bounds. Whatever it cannot handle is
 * an error in `diags` with its place and the name of the construct or function, and the result is
 * NULL. The only user of LLVM. */
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

/* Where the bounds come from; bound.c says what that means for loops that count. */
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
  const char *entry; /* the function that runs first; NULL = main */
  unsigned property; /* set of enum property; those that need something in the program */
  bool malloc_fails;   /* allocation may fail at any time */
  bool reuse;          /* malloc may hand out freed blocks again */
  bool no_spurious;    /* condition variables wake up only if signalled */
  bool handle_first;   /* the handle of a new thread is stored before that runs */
  bool havoc_unknown;  /* functions without a model return anything, instead of being an error */
  bool only_calls; /* error locations are calls of reach_error and __VERIFIER_error, not labels */
  const char *clang;  /* program to run; NULL = the one found at build time */
  const char *replay; /* write the program here, as bitcode to replay a run with; NULL = do not */
  bool to_the_end;    /* main's last steps happen, though its return ends the process: for runs that
                         are only looked at */
  const char *models; /* bitcode of share/models; NULL = beside the program, see module.c */
  bool (*stop)(void *argument); /* polled now and then; NULL = never */
  void *argument;
  struct frontend_effort *effort; /* kept up to date; NULL = unwanted */
  struct unwind_cuts *cuts; /* those of the prog; the caller frees `all`; NULL = unwanted */
};

/* The caller frees the prog. clang's own messages go straight to stderr. NULL without an error in
 * diags means that `stop` said so. */
struct prog *frontend_load(const struct frontend_options *options, struct diags *diags);

/* The same in two steps, for whoever unfolds the same files several times, with other bounds or
 * another entry. frontend_open looks at files, flags, clang, models, and whether overflow is among
 * the properties; frontend_unfold at everything else. */
struct frontend;
struct frontend *frontend_open(const struct frontend_options *options, struct diags *diags);
struct prog *frontend_unfold(const struct frontend *frontend,
                             const struct frontend_options *options, struct diags *diags);
void frontend_close(struct frontend *frontend);
/* Is there a loop or a function that the rule is about? False with the reason. */
bool frontend_check_rule(const struct frontend *frontend, const struct unwind_rule *rule,
                         struct str *error);

/* Do these files include <assert.h> with NDEBUG defined? Asks clang. */
bool frontend_ndebug(const struct frontend_options *options);

/* "19.1.7" */
const char *frontend_llvm_version(void);

#endif
