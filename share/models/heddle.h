/* The intrinsics that models are written with, known to the front end by name.
 *
 * A model is ordinary C: it is compiled to bitcode at build time and linked with the user's
 * program, whose own definition of a name goes before the model's. Include this file before any
 * system header: it asks for the declarations of functions that strict C17 hides. */
#ifndef HEDDLE_MODELS_HEDDLE_H
#define HEDDLE_MODELS_HEDDLE_H

#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE 1
#endif

/* What went wrong: the kinds of __heddle_error. */
enum heddle_error_kind {
  HEDDLE_ASSERTION = 0,
  HEDDLE_ABORT = 1,
  HEDDLE_ERROR_LOCATION = 2,
  HEDDLE_MEMORY = 3,
};

/* What happens between the two cannot be interrupted. Sections do not nest. */
void __heddle_atomic_begin(void);
void __heddle_atomic_end(void);

/* Inside an atomic section: the whole section waits until the condition holds. */
void __heddle_block(_Bool condition);

/* The thread goes on only if the condition holds: otherwise it stays here for ever, it never ends
 * and nobody can join it. Inside an atomic section the whole run is discarded. */
void __heddle_assume(_Bool condition);

/* A violation of a property. */
void __heddle_error(int kind, const char *text);

/* A new thread that runs __heddle_thread(start, argument); its number, 1 or more. */
unsigned long __heddle_create(void *(*start)(void *), void *argument);
void __heddle_thread(void *(*start)(void *), void *argument);

void __heddle_join(unsigned long thread); /* waits until the thread has ended */
unsigned long __heddle_self(void);        /* the number of this thread; main is 0 */
_Noreturn void __heddle_stop(void);       /* this thread has ended, as if it had returned */

void *__heddle_malloc(unsigned long size, _Bool zeroed);
void __heddle_free(void *block);

/* An arbitrary value of so many bits, zero-extended. */
unsigned long __heddle_nondet(unsigned bits);

#endif
