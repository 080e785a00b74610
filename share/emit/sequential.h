/* Macros for programs made by `heddle emit --format sequential`. They say the same to different
 * tools. -D one of these names chooses the tool. Without any, compile the program and link it with
 * explore.c, which tries all runs, or random ones.
 *
 *   HEDDLE_CBMC      CBMC: nondet_*, __CPROVER_assume
 *   HEDDLE_ESBMC     ESBMC: __VERIFIER_nondet_*, __ESBMC_assume
 *   HEDDLE_SVCOMP    CPAchecker and others that know the competition's __VERIFIER_nondet_*
 *   HEDDLE_FRAMA_C   Frama-C; with HEDDLE_SPLIT for Eva with enough -eva-slevel, and
 *                    -eva-split-return full
 *   HEDDLE_KLEE      KLEE
 *
 *   STATE               before each variable that a run changes
 *   INPUT(number, bits) an arbitrary number of that many bits; 1 <= bits <= 64
 *   NEXT(thread, least, most)  how far a thread gets in its turn: any of least .. most
 *   ROUND(number)       a round begins
 *   ASSUME(condition)   the run counts only if the condition holds
 *   VIOLATION(text, place)     this must not happen
 *   CLAIM(condition, place)    what the analysis of intervals says about a variable here
 *   NARROW(bits, type)  of arithmetic.h: the type of a variable that needs only that many bits
 *   MAIN                the function where the program begins */
#ifndef HEDDLE_SEQUENTIAL_H
#define HEDDLE_SEQUENTIAL_H

#include "arithmetic.h"

#if defined(HEDDLE_CBMC)

uint64_t nondet_uint64_t(void);
unsigned nondet_unsigned(void);
#define HEDDLE_TOOL
#define HEDDLE_TRACED
#define ASSUME(condition) __CPROVER_assume(condition)
#define VIOLATION(text, place) (__CPROVER_assert(0, place ": " text), __CPROVER_assume(0))
#define HEDDLE_ANY_NUMBER nondet_uint64_t()
#define HEDDLE_ANY_PLACE nondet_unsigned()

#elif defined(HEDDLE_ESBMC)

/* What begins with __ESBMC it declares itself. */
unsigned long __VERIFIER_nondet_ulong(void);
unsigned __VERIFIER_nondet_uint(void);
#define HEDDLE_TOOL
#define HEDDLE_TRACED
#define ASSUME(condition) __ESBMC_assume(condition)
#define VIOLATION(text, place)                                                                     \
  do {                                                                                             \
    __ESBMC_assert(0, place ": " text);                                                            \
    __ESBMC_assume(0);                                                                             \
  } while (0)
#define HEDDLE_ANY_NUMBER __VERIFIER_nondet_ulong()
#define HEDDLE_ANY_PLACE __VERIFIER_nondet_uint()

#elif defined(HEDDLE_SVCOMP)

extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define HEDDLE_TOOL
#define ASSUME(condition) __VERIFIER_assume(condition)
#define VIOLATION(text, place) heddle_violation()
#define HEDDLE_ANY_NUMBER __VERIFIER_nondet_ulonglong()
#define HEDDLE_ANY_PLACE __VERIFIER_nondet_uint()

static inline void
heddle_violation(void)
{
  reach_error();
  __VERIFIER_assume(0);
}

#elif defined(HEDDLE_FRAMA_C)

/* Eva takes these contracts for bodies: the ends of runs that do not count, and of those that must
 * not be. */
/*@ assigns \nothing;
    ensures \false; */
extern void heddle_leave(void);
/*@ requires violation: \false;
    assigns \nothing;
    ensures \false; */
extern void heddle_violation(const char *text, const char *place);
/*@ check requires claim: holds == 1;
    assigns \nothing; */
extern void heddle_claim(int holds, const char *place);
#define CLAIM(condition, place) heddle_claim((condition) != 0, place)
/*@ assigns \result \from \nothing; */
extern uint64_t heddle_any(void);
#define HEDDLE_TOOL
#define HEDDLE_ANY_NUMBER heddle_any()
#ifdef HEDDLE_SPLIT /* a state for each place to which a thread gets */
#include <__fc_builtin.h>
#define heddle_between(least, most) ((unsigned)Frama_C_interval_split((int)(least), (int)(most)))
#else
/*@ requires least <= most;
    assigns \result \from least, most;
    ensures least <= \result <= most; */
extern unsigned heddle_between(unsigned least, unsigned most);
#endif
#define ASSUME(condition)                                                                          \
  do {                                                                                             \
    if (!(condition))                                                                              \
      heddle_leave();                                                                              \
  } while (0)
#define VIOLATION(text, place) heddle_violation(text, place)

#elif defined(HEDDLE_KLEE)

/* As in klee/klee.h, which need not lie where the compiler looks. */
#include <stddef.h>
void klee_make_symbolic(void *object, size_t bytes, const char *name);
void klee_assume(uintptr_t condition);
_Noreturn void klee_report_error(const char *file, int line, const char *text, const char *suffix);
_Noreturn void _exit(int code);
#define HEDDLE_TOOL
/* What is chosen has a name, so that the test case of a violation tells the schedule. */
#define NEXT(thread, least, most) heddle_between("next_" #thread, (least), (most))
#define INPUT(number, bits) heddle_most("input_" #number, HEDDLE_MASK(bits))
/* An end like any other, so that the paths that KLEE has left are those that it could not go. */
#define ASSUME(condition)                                                                          \
  do {                                                                                             \
    if (!(condition))                                                                              \
      _exit(0);                                                                                    \
  } while (0)
#define VIOLATION(text, place) klee_report_error(place, 0, text, "violation.err")

/* Not inlined: each number is to be an object of its own. */
__attribute__((noinline, unused)) static uint64_t
heddle_any(const char *name)
{
  uint64_t any;
  klee_make_symbolic(&any, sizeof any, name);
  return any;
}

__attribute__((unused)) static uint64_t
heddle_most(const char *name, uint64_t most)
{
  uint64_t any = heddle_any(name);
  klee_assume(any <= most);
  return any;
}

/* Counted up to what was chosen: a path for each place, on which the solver need not be asked where
 * the thread is. (volatile: or else the compiler sees that it is the same number.) */
__attribute__((unused)) static unsigned
heddle_between(const char *name, unsigned least, unsigned most)
{
  uint64_t any = heddle_any(name);
  volatile unsigned next = least;
  klee_assume((least <= any) & (any <= most));
  while (next < any)
    next++;
  return next;
}

#else

/* Variables lie together, so that explore.c can put back what a run has changed. */
#define STATE static __attribute__((section("heddle_state")))
#define MAIN heddle_main
#define ROUND(number) heddle_round(number)
#define NEXT(thread, least, most) heddle_next((thread), (least), (most))
#define INPUT(number, bits) heddle_input((number), (bits))
#define ASSUME(condition)                                                                          \
  do {                                                                                             \
    if (!(condition))                                                                              \
      heddle_leave();                                                                              \
  } while (0)
#define VIOLATION(text, place) heddle_violation(text, place)

int heddle_main(void);
void heddle_round(unsigned number);
unsigned heddle_next(unsigned thread, unsigned least, unsigned most);
uint64_t heddle_input(unsigned number, unsigned bits);
_Noreturn void heddle_leave(void);
_Noreturn void heddle_violation(const char *text, const char *place);

#endif

#ifndef CLAIM
#define CLAIM(condition, place)                                                                    \
  do {                                                                                             \
    if (!(condition))                                                                              \
      VIOLATION("claim about ranges: " #condition, place);                                         \
  } while (0)
#endif

#ifdef HEDDLE_TOOL
#define STATE static
#ifndef MAIN /* so that several programs can be looked at together */
#define MAIN main
#endif
#define ROUND(number) ((void)0)
#if defined(HEDDLE_TRACED)
#define NEXT(thread, least, most) heddle_goes((thread), heddle_between((least), (most)))
#define INPUT(number, bits) heddle_gets((number), HEDDLE_ANY_NUMBER &HEDDLE_MASK(bits))
#elif !defined(NEXT)
#define NEXT(thread, least, most) heddle_between((least), (most))
#define INPUT(number, bits) (HEDDLE_ANY_NUMBER & HEDDLE_MASK(bits))
#endif
#endif

#ifdef HEDDLE_ANY_PLACE
/* All bits that a number up to `most` can have: those above are then plainly zero. */
static inline unsigned
heddle_ones(unsigned most)
{
  most |= most >> 1;
  most |= most >> 2;
  most |= most >> 4;
  most |= most >> 8;
  return most | most >> 16;
}

static inline unsigned
heddle_between(unsigned least, unsigned most)
{
  unsigned any = HEDDLE_ANY_PLACE & heddle_ones(most);
  ASSUME(least <= any && any <= most);
  return any;
}
#endif

/* What was chosen, for a counterexample that shows assignments: the schedule is read off them.
 * Those before the first choice are of nobody and nothing. */
#ifdef HEDDLE_TRACED
static unsigned heddle_thread = UINT32_MAX, heddle_number = UINT32_MAX, heddle_next;
static uint64_t heddle_input;

static inline unsigned
heddle_goes(unsigned thread, unsigned next)
{
  heddle_thread = thread;
  heddle_next = next;
  return next;
}

static inline uint64_t
heddle_gets(unsigned number, uint64_t input)
{
  heddle_number = number;
  heddle_input = input;
  return input;
}
#endif

#endif
