/* Why a bug happens, in words: which steps have to come in which order, and what that looks like.
 * Private to src/trace. Zero-initialise. */
#ifndef HEDDLE_TRACE_WHY_H
#define HEDDLE_TRACE_WHY_H

#include "trace/phrase.h"

/* X(name, word in JSON) */
#define PATTERNS(X)                                                                                \
  X(NONE, "")                                                                                      \
  X(LOST_UPDATE, "lost update")                                                                    \
  X(CHECK_THEN_ACT, "check then act")                                                              \
  X(ABA, "ABA")                                                                                    \
  X(HALF_DONE, "seen half done")                                                                   \
  X(TOO_EARLY, "too early")                                                                        \
  X(FREED, "freed too early")                                                                      \
  X(LOCK_ORDER, "lock order")                                                                      \
  X(LOCKED_TWICE, "locked twice")                                                                  \
  X(NOT_RELEASED, "not released")                                                                  \
  X(LOST_WAKE_UP, "lost wake-up")                                                                  \
  X(SPURIOUS, "spurious wake-up")                                                                  \
  X(STORE_BUFFER, "store buffer")                                                                  \
  X(UNORDERED, "not ordered")

enum pattern {
#define X(name, text) PATTERN_##name,
  PATTERNS(X)
#undef X
};

struct why {
  struct str title; /* "this run fails because of this order"; empty: nothing is known */
  VEC(struct str) reasons;
  struct str end;  /* what these have in common; may be empty */
  struct str hint; /* may be empty */
  enum pattern pattern;
  VEC(place_id) places; /* that it speaks of, each once */
};

/* The places that it speaks of are to be noted and settled in `phrases` by the caller. */
void why_find(struct why *why, const struct phrases *phrases, const struct items *items);
void why_free(struct why *why);
const char *pattern_name(enum pattern pattern);
/* All of it, with its own phrases. Empty if nothing is known. */
void why_of(struct why *why, const struct trace_input *trace, const struct items *items);
/* All of it as one text, which may stand behind what is wrong. */
void why_text(struct str *out, const struct why *why);

#endif
