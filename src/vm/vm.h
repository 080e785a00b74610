/* Every state of a program that keeps its loops: any number of iterations.
 *
 * A program that waits and retries has no bound that would end its unfolding, but few states, and they
 * repeat. The machine runs the linked module itself, written from it directly, and visits every state
 * (search.c). It gives up on what it does not know for sure; so its "no bug" is one for every schedule
 * and every number of iterations. Sequentially consistent memory only. */
#ifndef HEDDLE_VM_VM_H
#define HEDDLE_VM_VM_H

#include "frontend/frontend.h"
#include "ir/prog.h"
#include "ir/route.h"

enum vm_verdict {
  VM_RIGHT, /* no state is a bug */
  VM_WRONG, /* some state is one; see `fault` and `route` */
  VM_OPEN,  /* gave up, see `reason` */
};

struct vm_limits {
  size_t bytes;                 /* of memory for states; 0 = as is usual */
  uint64_t states;              /* 0 = no limit */
  uint64_t random;              /* steps of random runs at first; 0 = none */
  bool only_random;             /* and nothing else */
  bool (*stop)(void *argument); /* polled; NULL = never */
  void *argument;
  uint64_t *progress; /* states so far, kept up to date; NULL = nobody wants to know */
};

struct vm_result {
  enum vm_verdict verdict;
  bool deadlock, race; /* WRONG: it is one */
  enum fault fault;    /* else this */
  struct route route;  /* WRONG: how the bug was met; empty if it took very many steps */
  struct str reason;   /* OPEN */
  uint64_t states, steps;
  size_t bytes;        /* for the states that were seen */
  bool tested;         /* some run comes to an assertion */
  unsigned configured; /* bits of enum configuration that runs depend on */
};

/* The frontend is that of the options. */
void vm_search(struct vm_result *result, const struct frontend *frontend,
               const struct frontend_options *options, const struct vm_limits *limits);
void vm_result_free(struct vm_result *result);

#endif
