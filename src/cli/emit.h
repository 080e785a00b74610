/* `heddle emit`: forms in which a problem is written for other tools. Each is a row of emit_forms,
 * in the order of the words of --format, and the row's struct in a file of its own or of its
 * family. */
#ifndef HEDDLE_CLI_EMIT_H
#define HEDDLE_CLI_EMIT_H

#include <stdbool.h>
#include <stdio.h>

#include "ir/prog.h"

struct emission {
  const struct prog *prog;
  unsigned rounds;     /* 0: not given */
  const char *comment; /* lines that say what it is of */
  const struct sequential_options *sequential;
  const char *output; /* name of the file */
  int *exit_code;     /* of what cannot be made */
};

/* The long work, NULL if it cannot be done, with the reason on stderr; and the writing of what came
 * of it, false if that fails. Nothing is read from the emission once it is made.
 *
 * Where instances are asked for (--tiles) write_folder writes a file for each; a form without it
 * has all in one. */
struct emit_form {
  void *(*make)(const struct emission *emission);
  bool (*write)(const void *made, FILE *out);
  void (*free)(void *made);
  int (*write_folder)(const struct emission *emission); /* returns the exit code */
};

/* Says what is wrong about the options, or the file with the tiling; returns the exit code. */
struct parts_error;
int emit_refuse(const struct parts_error *error);

#define EMIT_FORM_WORDS "dimacs,smt2,sequential,variant"
enum { EMIT_FORMS = 4 };
extern const struct emit_form emit_dimacs, emit_smt2;        /* emit_clauses.c */
extern const struct emit_form emit_sequential, emit_variant; /* sequential.c */

#endif
