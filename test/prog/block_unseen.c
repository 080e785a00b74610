/* A block that its maker fills before others learn where it is: nobody sees what it held before, so its
 * cells have few bits. In the variants somebody does see it: it is shown too early (-DEARLY, or in
 * -DHALVES, or to a new thread, -DCHILD), it is filled only in some cases (-DPERHAPS), its maker looks
 * himself (-DSELF), or nobody ever fills it (-DNEVER). Nor is anything seen if one is pushed on the other (-DTWICE), or if
 * there are two and one of them is chosen (-DCHOSEN), unless something else may be filled instead (-DASTRAY). */
// run: --rounds 2 --unwind 1 => bounded
// run: --rounds 2 --unwind 1 --memory-model tso => bounded
// run: --rounds 2 --unwind 1 --memory-model pso => bug
// run: --rounds 2 --unwind 1 -- -DEARLY => bug
// run: --rounds 2 --unwind 1 -- -DHALVES => bug
// run: --rounds 2 --unwind 1 -- -DCHILD => bug
// run: --rounds 2 --unwind 1 -- -DPERHAPS => bug
// run: --rounds 2 --unwind 1 -- -DSELF => bug
// run: --rounds 2 --unwind 1 -- -DNEVER => bug
// run: --rounds 2 --unwind 1 -- -DTWICE => bounded
// run: --rounds 2 --unwind 1 -- -DTWICE -DWRONG => bug
// run: --rounds 2 --unwind 1 -- -DCHOSEN => bounded
// run: --rounds 2 --unwind 1 -- -DCHOSEN -DASTRAY => bug
// labels: 3 3 3
// clauses: 1
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

_Bool __VERIFIER_nondet_bool(void);

enum { FILLED = 3, GARBAGE = 77 };
struct node {
  int number;
  struct node *next;
};
static struct node *top;
static uint32_t halves[2];
static int spare;

static void *
look(void *argument)
{
  struct node *node = argument;
#ifdef HALVES
  node = (struct node *)((uintptr_t)halves[1] << 32 | halves[0]);
#else
  if (!node)
    node = top;
#endif
#ifdef WRONG
  if (node && node->next)
    assert(node->next->number != FILLED);
#endif
  if (node)
    assert(node->number != GARBAGE);
#ifdef ASTRAY
  assert(spare != GARBAGE);
#endif
  return NULL;
}

static struct node *
new_node(void)
{
#ifdef CHOSEN
  if (__VERIFIER_nondet_bool())
    return malloc(2 * sizeof(struct node));
#endif
  return malloc(sizeof(struct node));
}

static void
fill(struct node *node)
{
  int *number = &node->number;
#ifdef ASTRAY
  if (__VERIFIER_nondet_bool())
    number = &spare;
#endif
  *number = FILLED;
}

static void
push(void)
{
  struct node *node = new_node();
#ifdef SELF
  assert(node->number != GARBAGE);
#endif
#ifdef EARLY
  top = node;
#endif
#ifdef HALVES
  halves[0] = (uint32_t)(uintptr_t)node;
  halves[1] = (uint32_t)((uintptr_t)node >> 32);
#endif
#if defined CHILD || defined NEVER
  pthread_t child;
  pthread_create(&child, NULL, look, node);
#endif
#ifdef PERHAPS
  if (__VERIFIER_nondet_bool())
#endif
#ifndef NEVER
    fill(node);
  node->next = top;
  top = node;
#endif
}

static void *
make(void *unused)
{
  push();
#ifdef TWICE
  push();
#endif
  return unused;
}

int
main(void)
{
  pthread_t maker, reader;
  pthread_create(&maker, NULL, make, NULL);
  pthread_create(&reader, NULL, look, NULL);
  pthread_join(maker, NULL);
  pthread_join(reader, NULL);
  return 0;
}
