/* What is always true unless Heddle itself is wrong.
 *
 * INVARIANT(condition) is checked in every build: write it wherever looking costs nothing that can
 * be measured. If it does not hold, file, line and condition go to stderr and the process aborts;
 * in the process that works for a command (worker.h) this becomes an internal error, exit code 6,
 * and in one of several that search, the loss of that one.
 *
 * assert() of the C library is for what costs time - walking a whole table, looking at every value
 * that is computed - and is checked in debug and sanitizer builds only.
 *
 * Neither is for bad input, which gets a diagnostic, nor for a pointer that is about to be
 * dereferenced anyway. The condition must have no effect. */
#ifndef HEDDLE_BASE_INVARIANT_H
#define HEDDLE_BASE_INVARIANT_H

#define INVARIANT(condition)                                                                       \
  ((condition) ? (void)0 : invariant_broken(__FILE__, __LINE__, #condition))

_Noreturn void invariant_broken(const char *file, int line, const char *condition);

#endif
