/* The names of the intrinsics that models are written with (share/models/heddle.h has their
 * contracts), and of the few functions of the software verification competition that mean the same.
 *
 * Unfolding runs them (unfold/intrinsic.c), a replay stops at them (instrument/points.c). */
#ifndef HEDDLE_FRONTEND_INTRINSICS_H
#define HEDDLE_FRONTEND_INTRINSICS_H

#include <stdbool.h>

/* The name, and what it does: do_WORD of unfold/intrinsic.c. */
#define INTRINSICS(X)                                                                              \
  X(__heddle_atomic_begin, atomic_begin)                                                           \
  X(__heddle_atomic_end, atomic_end)                                                               \
  X(__heddle_block, block)                                                                         \
  X(__heddle_block_on, block_on)                                                                   \
  X(__heddle_rest, rest)                                                                           \
  X(__heddle_woken, woken)                                                                         \
  X(__heddle_refused, refused)                                                                     \
  X(__heddle_assume, assume)                                                                       \
  X(assume_abort_if_not, assume) /* also if the program defines it */                              \
  X(__heddle_error, error)                                                                         \
  X(__heddle_check, check)                                                                         \
  X(__heddle_switch, switch)                                                                       \
  X(__heddle_assumed, assumed)                                                                     \
  X(__heddle_compares_ids, compares_ids)                                                           \
  X(__heddle_next, next)                                                                           \
  X(__heddle_create, create)                                                                       \
  X(__heddle_join, join)                                                                           \
  X(__heddle_self, self)                                                                           \
  X(__heddle_most, most)                                                                           \
  X(__heddle_is_known, is_known)                                                                   \
  X(__heddle_stop, stop)                                                                           \
  X(__heddle_unwind, unwind)                                                                       \
  X(__heddle_malloc, malloc)                                                                       \
  X(__heddle_own, own)                                                                             \
  X(__heddle_free, free)                                                                           \
  X(__heddle_finish, finish)                                                                       \
  X(__heddle_size, size)                                                                           \
  X(__heddle_align, align)                                                                         \
  X(__heddle_initialise, initialise)                                                               \
  X(__heddle_nondet, nondet)                                                                       \
  X(__VERIFIER_atomic_begin, atomic_begin)                                                         \
  X(__VERIFIER_atomic_end, atomic_end)                                                             \
  X(__heddle_loop_bound, loop_bound)

bool intrinsic_is(const char *name);

#endif
