/* The intrinsics that models use. The front end knows them by name.
 *
 * A model is ordinary C. It is compiled to bitcode at build time and linked with the user's
 * program. If the program defines a function of the same name, that definition is used instead of
 * the model. Include this file before any system header: it asks for the declarations of functions
 * that strict C17 hides. */
#ifndef HEDDLE_MODELS_HEDDLE_H
#define HEDDLE_MODELS_HEDDLE_H

#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE 1
#endif

/* What went wrong: the kinds of __heddle_error and __heddle_check. */
enum heddle_error_kind {
  HEDDLE_ASSERTION = 0,
  HEDDLE_ABORT = 1,
  HEDDLE_ERROR_LOCATION = 2,
  HEDDLE_MEMORY = 3,
  HEDDLE_LOCK = 4, /* misuse of the thread library */
  HEDDLE_OVERFLOW = 5,
  HEDDLE_LEAK = 6,
};

/* What the user switched on: a constant for each run of heddle. */
enum heddle_switch {
  HEDDLE_MALLOC_FAILS = 0, /* allocation may fail at any time */
  HEDDLE_SPURIOUS = 1,     /* condition variables may wake up for no reason; on by default */
  HEDDLE_REUSE = 2,        /* a new block may be one that was freed, with its old contents */
  HEDDLE_HANDLE_FIRST = 3, /* the handle of a new thread is stored before that runs */
  HEDDLE_SAME_IDS = 4,     /* a new thread may have the id of one that is gone */
};
_Bool __heddle_switch(int which);
/* The program compares the ids of two threads: HEDDLE_SAME_IDS is on. */
void __heddle_compares_ids(void);

/* The model takes something for granted; the text (a constant) goes into the report of every run
 * that may come along here, and such a run proves nothing about the rest ("exit code 5, not 0"). */
void __heddle_assumed(const char *text);

/* What happens between the two cannot be interrupted. Sections do not nest. */
void __heddle_atomic_begin(void);
void __heddle_atomic_end(void);

/* Inside an atomic section: the whole section waits until the condition holds. A thread that waits
 * here when nobody can go on is deadlocked. */
void __heddle_block(_Bool condition);
/* The same, where one thread alone can end the wait: its number + 1 (a pthread_t), or 0. Threads
 * that wait for each other in a circle are deadlocked whatever the others do. */
void __heddle_block_on(_Bool condition, unsigned long owner);

/* At the start of the section in which a thread falls asleep and lets go of a lock (NULL: there is
 * none), and when it has been woken and has the lock back: was that for nothing? Who was woken for
 * nothing, has done nothing but look, and comes back to the same place, might as well have slept on:
 * such runs are left out, unless somebody may have noticed who had the lock meanwhile: who does not
 * wait for it is refused. Likewise for a loop that polls under a lock. */
void __heddle_rest(const void *lock);
void __heddle_woken(_Bool for_nothing);
void __heddle_refused(const void *lock);

/* The thread goes on only if the condition holds: otherwise it stays here for ever, it never ends
 * and nobody can join it. Inside an atomic section it is a wait that is never a deadlock: the
 * right way to wait for something that may also time out (choose with __heddle_nondet whether it
 * does). */
void __heddle_assume(_Bool condition);

/* A violation of a property: the thread goes no further. */
void __heddle_error(int kind, const char *text);
/* A violation if the condition does not hold; if that kind is not asked for, nothing at all, and
 * the model goes on with what happens in practice. The text is a constant. */
void __heddle_check(int kind, _Bool condition, const char *text);

/* A new thread that runs body(start, argument); its number, 1 or more. `body` is a function of the
 * models, known at compile time. A function of the models calls it at most once; __heddle_next, if
 * the same function calls that first, gives the number in advance. */
unsigned long __heddle_next(void);
unsigned long __heddle_create(void (*body)(void *, void *), void *start, void *argument);

void __heddle_join(unsigned long thread); /* waits until the thread has ended */
unsigned long __heddle_self(void);        /* the number of this thread; main is 0 */
unsigned long __heddle_most(void);        /* the highest number there can be: a constant */
_Noreturn void __heddle_stop(void);       /* this thread has ended, as if it had returned */
/* The functions that called this one have been left, their variables are gone. What it calls itself
 * may go on. */
void __heddle_unwind(void);

/* A new block; never NULL. `zeroed` speaks of blocks that were never used. Its address is a
 * multiple of 16, or of what __heddle_align has asked for the next new block (a power of two). */
void *__heddle_malloc(unsigned long size, _Bool zeroed);
void __heddle_align(unsigned long alignment);
/* The same, zeroed and of a constant size, for the library itself: it need not be freed. */
void *__heddle_own(unsigned long size);
/* Ends the life of a block; anything else than a living block is a violation. Not NULL. */
void __heddle_free(void *block);
unsigned long __heddle_size(const void *block); /* of the object that this address lies in */

/* The process ends in good order here: blocks that nobody has freed are leaks. */
void __heddle_finish(void);

/* Something of the thread library is initialised, and keeps an int here. Is it known to hold one
 * already, so that the int means something? False where memory may hold just anything. */
_Bool __heddle_initialise(const int *word);

/* Is the value the same in every run that comes along here, as far as the front end can tell? For
 * choosing the cheaper of two ways to do the same. */
_Bool __heddle_is_known(unsigned long value);

/* The loop around it, or around the call of this function, runs at least so often before its bound
 * ends it. A constant; else nothing. */
void __heddle_loop_bound(unsigned bound);

/* An arbitrary value of so many bits, zero-extended. */
unsigned long long __heddle_nondet(unsigned bits);

#endif
