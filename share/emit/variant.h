/* Macros and functions for programs made by `heddle emit --format variant`. The program is linked
 * with variant.c. Its threads are POSIX threads, and one of them runs at a time.
 *
 *   STATE             before each variable that a run changes
 *   INPUT(number, bits)  an arbitrary number of that many bits
 *   nondet(), yield() if (yields[thread][label] && nondet()) yield(): let others run
 *   PASS()            a label begins, so the one before has been passed
 *   KEEP(), WAIT()    KEEP saves what WAIT restores; WAIT ends when another thread passes a label
 *   WAIT_FOR(owner, place)  WAIT where others must do something: the thread owner - 1, or any if 0
 *   CREATE(thread, function), ENDED(thread)
 *   VIOLATION(text, place)  this must not happen */
#ifndef HEDDLE_VARIANT_H
#define HEDDLE_VARIANT_H

#include <stddef.h>

#include "arithmetic.h"

/* Variables lie together, so that variant.c can put back what a label has changed. */
#define STATE static __attribute__((section("heddle_state")))
#define INPUT(number, bits) heddle_input(bits)
#define PASS() heddle_pass()
#define KEEP() heddle_keep()
#define WAIT() heddle_wait(0, NULL)
#define WAIT_FOR(owner, place) heddle_wait((owner), (place))
#define CREATE(thread, function) heddle_create((thread), (function))
#define ENDED(thread) heddle_ended(thread)
#define VIOLATION(text, place) heddle_violation(text, place)

/* The program's. */
extern const unsigned heddle_threads;
void heddle_main(void);

bool nondet(void);
void yield(void);
uint64_t heddle_input(unsigned bits);
void heddle_pass(void);
void heddle_keep(void);
void heddle_wait(uint64_t owner, const char *place);
void heddle_create(unsigned thread, void (*function)(void));
bool heddle_ended(unsigned thread);
_Noreturn void heddle_violation(const char *text, const char *place);

#endif
