/* Declarations that the models of threads share. */
#ifndef HEDDLE_MODELS_THREAD_H
#define HEDDLE_MODELS_THREAD_H

#include <stddef.h>

/* Threads beyond this number never run; runs that have them prove nothing. */
enum { MOST_THREADS = 1024 };

/* In the words of pthread_attr_t. */
struct heddle_attributes {
  int priority;
  unsigned char policy, detached, explicit_schedule;
  int initialised; /* ATTRIBUTES_INITIALISED, or not */
  size_t guard_size, stack_size;
  void *stack;
};
enum { ATTRIBUTES_INITIALISED = 0x617474 };

/* Is this the pthread_t of a thread that can be spoken of? Nobody's, or that of a thread that has
 * been joined, is reported. */
_Bool __heddle_is_thread(unsigned long thread);

/* The calling thread runs its cleanup handlers, then the destructors of its keys, and ends. */
_Noreturn void __heddle_leave(void *result);

/* stop.c: may there be handlers of atexit? If so, this ends the process when all threads have. */
_Bool __heddle_has_handlers(void);
_Noreturn void __heddle_last_thread_ends(void);

void __heddle_run_cleanup(void);     /* cleanup.c: all handlers, the last one first */
void __heddle_run_destructors(void); /* key.c */

/* A call of the library that is no cancellation point: it is one for threads that chose
 * asynchronous cancellation. */
void __heddle_library_call(void);

#endif
