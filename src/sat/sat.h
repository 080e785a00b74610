/* SAT solving behind a table of functions, and clause sinks that only look.
 *
 * Literals are non-zero integers as in DIMACS. Variables come from the sink, so
 * that a solver may number them as it likes. The encoder writes into a `sink`;
 * a solver is a sink that can also answer. Each adapter is one file. */
#ifndef HEDDLE_SAT_SAT_H
#define HEDDLE_SAT_SAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/str.h"

/* The three functions are called only by the helpers below, which also count. */
struct sink {
  int (*fresh)(struct sink *sink); /* a new variable, already counted in `variables` */
  void (*clause)(struct sink *sink, const int *literals, size_t n);
  void (*free)(struct sink *sink);
  int variables;    /* so far */
  uint64_t clauses; /* so far */
};

int sink_fresh(struct sink *sink);
void sink_clause(struct sink *sink, const int *literals, size_t n);
void sink_1(struct sink *sink, int a);
void sink_2(struct sink *sink, int a, int b);
void sink_3(struct sink *sink, int a, int b, int c);
void sink_4(struct sink *sink, int a, int b, int c, int d);

enum sat_answer { SAT_UNKNOWN = 0, SAT_SAT = 10, SAT_UNSAT = 20 };

struct sat_limits {
  double seconds;               /* 0 = none, from the start of the call */
  uint64_t conflicts;           /* 0 = none; likewise. The same whenever it is run again */
  bool (*stop)(void *argument); /* polled now and then; NULL = never */
  void *argument;
  bool lemmas; /* remember short clauses that are learnt */
};

struct sat {
  struct sink sink; /* first: a solver is a sink */
  const struct sat_ops *ops;
};

enum { SAT_LEMMA_SIZE = 8 };

struct sat_ops {
  const char *name;
  /* Limits are borrowed for the call; NULL = none. */
  enum sat_answer (*solve)(struct sat *sat, const int *assumptions, size_t n,
                           const struct sat_limits *limits);
  /* After SAT_SAT, until the next clause or call of solve; a variable that no clause and no
   * assumption ever mentioned is false. */
  bool (*value)(struct sat *sat, int literal);
  /* After SAT_UNSAT, likewise: is this assumption in the core? */
  bool (*failed)(struct sat *sat, int literal);
  /* Before the first clause only. False, and nothing changed, if the solver has no such option or
   * the value is out of its range. */
  bool (*option)(struct sat *sat, const char *name, int value);
  uint64_t (*conflicts)(struct sat *sat);              /* so far: clauses that it has learnt */
  uint64_t (*activity)(struct sat *sat, int variable); /* how many of them have this variable */
  /* Clauses of up to SAT_LEMMA_SIZE literals that were learnt since the last time, each ended by
   * a 0. They follow from the clauses alone, whatever was assumed. Forgotten by the next call of
   * solve. */
  size_t (*lemmas)(struct sat *sat, const int **list);
  int (*fixed)(struct sat *sat, int literal); /* 1: it is known to be true, -1: false, 0: neither */
  /* After SAT_UNKNOWN: what went wrong, until the solver is freed; NULL if a limit was reached. May
   * be NULL itself: nothing ever does. */
  const char *(*trouble)(struct sat *sat);
  bool no_cores; /* `failed` is true of every assumption */
  void (*free)(struct sat *sat);
};

/* Adapters. */
struct sat *sat_cadical(unsigned seed);
const char *sat_cadical_version(void);

/* Any solver that is a program: see external.c. The command is a program, looked for in PATH, and
 * its arguments, with blanks between them; it gets the formula in this form as its standard
 * input. */
enum sat_form { SAT_FORM_DIMACS, SAT_FORM_SMT2 };
struct sat *sat_external(enum sat_form form, const char *command);
/* Is there such a program? False with a message in `error` if not. */
bool sat_external_found(const char *command, struct str *error);

/* Counts only. */
struct sink *sink_counter(void);
/* Collects clauses and writes them as DIMACS, with a header, when asked; false if
 * writing failed. Unit clauses may be added by the caller before. Each line of the
 * comment (NULL = none) becomes a comment line. */
struct sink *sink_dimacs(void);
bool sink_dimacs_write(struct sink *sink, FILE *out, const char *comment);
/* The same with n unit clauses more, which are not added to the sink. */
bool sink_dimacs_write_with(struct sink *sink, FILE *out, const char *comment, const int *units,
                            size_t n);
/* The same clauses as SMT-LIB 2: a Boolean constant for each variable, an assertion for each
 * clause, and check-sat. */
struct smt2_text {
  const char *comment;
  const char *const *names; /* by variable: symbols instead of v1, v2 and so on, or NULL */
  const int *units;         /* further unit clauses */
  size_t n;
  bool values; /* ask for the value of each variable as well */
};
bool sink_smt2_write(const struct sink *sink, FILE *out, const struct smt2_text *text);
/* All literals, clause after clause, each ended by a 0. Holds until the next clause. */
size_t sink_dimacs_literals(const struct sink *sink, const int **list);
/* All its clauses once more, into a sink without variables. */
void sink_dimacs_copy(const struct sink *sink, struct sink *into);
/* Hands on everything to both, which number their variables alike; after sink_tee_stop to the first
 * alone. After sink_tee_go_on clauses go to both again, of variables that both have; there are no new
 * variables then. Owns neither. */
struct sink *sink_tee(struct sink *first, struct sink *second);
void sink_tee_stop(struct sink *tee);
void sink_tee_go_on(struct sink *tee);
void sink_free(struct sink *sink); /* of any kind, solvers included; NULL is nothing */

/* Proofs. The C interface of the solver writes none, so the program `cadical` does, which is looked
 * for in PATH. Is it there? False with a message in `error` if not. */
bool sat_prover_found(struct str *error);
/* Solves the DIMACS file `formula` anew. SAT_UNSAT: the file `proof` is written, DRAT as text.
 * SAT_SAT: there is a solution. SAT_UNKNOWN: a limit was reached, or, with a message in `error`, it
 * did not work. There is no file `proof` but after SAT_UNSAT. Limits may be NULL. */
enum sat_answer sat_prove(const char *formula, const char *proof, const struct sat_limits *limits,
                          struct str *error);

#endif
