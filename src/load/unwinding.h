/* Bounds of loops, of recursion, and of objects whose size is not constant: numbers inside of the
 * program, words only where people read or write them (--unwindset, records of a check). */
#ifndef HEDDLE_LOAD_UNWINDING_H
#define HEDDLE_LOAD_UNWINDING_H

#include "base/options.h"
#include "base/str.h"
#include "frontend/frontend.h"

enum { UNWIND_MOST = 1000000 };

struct bound_rule {
  struct unwind_rule rule;
  bool bytes; /* it is about objects made there, rather than loops */
};

struct unwinding {
  unsigned unwind; /* of all that no rule is about */
  enum bounds origin;
  const struct bound_rule *rules; /* later ones override earlier ones */
  size_t n;
};

/* function:line=N, function=N, function:line=Nbytes. The rules live in the arena. False with a line
 * in `error`. */
bool unwinding_parse(struct unwinding *bounds, const struct option_list *words, struct arena *arena,
                     struct str *error);
/* One rule in these words. */
void unwinding_word(struct str *out, const struct bound_rule *rule);

/* The rules of loops, or those of objects, in their order. They live in the arena. */
struct unwind_rules {
  struct unwind_rule *at;
  size_t n;
};
struct unwind_rules unwinding_rules(const struct unwinding *bounds, bool bytes,
                                    struct arena *arena);

#endif
