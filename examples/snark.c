/* The Snark deque (D. Detlefs and others, Even better DCAS-based concurrent deques, DISC 2000): a
 * doubly linked list whose ends are moved with an atomic compare-and-swap of two places at once.
 * It was published with a proof, and is wrong all the same: S. Doherty and others (DCAS is not a
 * silver bullet for nonblocking algorithm design, SPAA 2004) found that the same value can be
 * popped from both ends.
 *
 * One way: the deque holds 0 1. The first consumer on the left has seen that 0 is not alone when
 * 1 is popped on the right. The consumer on the right comes for 0 as well, and sees it not alone
 * either, since 2 is just being pushed on the left. As soon as 2 is popped both take 0: the one
 * moves the left end, the other the right end, and neither looks at what the other changes.
 *
 * With -DMANY there are ten threads instead of five.
 *
 * No machine has such an instruction. Here it is a function, atomic for a checker because of its
 * name; in a native run it is not, so that only shows that the program can be run. */
// run: --rounds 3 --unwind 1 => bug
// run: --rounds 3 --unwind 1 -- -DMANY => bug
// expect: !received_before
// labels: 6 19 10 19 10 10
// clauses: 15560
// brute: 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct node {
  _Atomic(struct node *) left, right;
  int value;
};

#ifdef MANY
enum { EMPTY = -1, VALUES = 6 };
#else
enum { EMPTY = -1, VALUES = 3 };
#endif

static struct node dummy = {&dummy, &dummy, EMPTY};
static _Atomic(struct node *) left_hat = &dummy, right_hat = &dummy;

bool __VERIFIER_atomic_dcas(_Atomic(struct node *) *a, _Atomic(struct node *) *b,
                            struct node *old_a, struct node *old_b, struct node *new_a,
                            struct node *new_b);
bool
__VERIFIER_atomic_dcas(_Atomic(struct node *) *a, _Atomic(struct node *) *b, struct node *old_a,
                       struct node *old_b, struct node *new_a, struct node *new_b)
{
  if (*a != old_a || *b != old_b)
    return false;
  *a = new_a;
  *b = new_b;
  return true;
}

static void
push_right(struct node *node)
{
  node->right = &dummy;
  for (;;) {
    struct node *right = right_hat, *beyond = right->right;

    if (beyond == right) {
      struct node *left = left_hat;

      node->left = &dummy;
      if (__VERIFIER_atomic_dcas(&right_hat, &left_hat, right, left, node, node))
        return;
    } else {
      node->left = right;
      if (__VERIFIER_atomic_dcas(&right_hat, &right->right, right, beyond, node, node))
        return;
    }
  }
}

static void
push_left(struct node *node)
{
  node->left = &dummy;
  for (;;) {
    struct node *left = left_hat, *beyond = left->left;

    if (beyond == left) {
      struct node *right = right_hat;

      node->right = &dummy;
      if (__VERIFIER_atomic_dcas(&left_hat, &right_hat, left, right, node, node))
        return;
    } else {
      node->right = left;
      if (__VERIFIER_atomic_dcas(&left_hat, &left->left, left, beyond, node, node))
        return;
    }
  }
}

static int
pop_right(void)
{
  for (;;) {
    struct node *right = right_hat, *left = left_hat;

    if (right->right == right)
      return EMPTY;
    if (right == left) {
      if (__VERIFIER_atomic_dcas(&right_hat, &left_hat, right, left, &dummy, &dummy))
        return right->value;
    } else {
      struct node *next = right->left;

      if (__VERIFIER_atomic_dcas(&right_hat, &right->left, right, next, next, right)) {
        right->right = &dummy;
        return right->value;
      }
    }
  }
}

static int
pop_left(void)
{
  for (;;) {
    struct node *left = left_hat, *right = right_hat;

    if (left->left == left)
      return EMPTY;
    if (left == right) {
      if (__VERIFIER_atomic_dcas(&left_hat, &right_hat, left, right, &dummy, &dummy))
        return left->value;
    } else {
      struct node *next = left->right;

      if (__VERIFIER_atomic_dcas(&left_hat, &left->right, left, next, next, left)) {
        left->left = &dummy;
        return left->value;
      }
    }
  }
}

/* ---- the client: every value is received at most once --------------------------------------- */

static struct node nodes[VALUES];
static atomic_bool received[VALUES];

static void
receive(int value)
{
  if (value != EMPTY) {
    bool received_before = atomic_exchange(&received[value], true);

    assert(!received_before);
  }
}

static void *
produce_right(void *argument)
{
  struct node *node = argument;

  push_right(node);
  push_right(node + 1);
  return NULL;
}

static void *
produce_left(void *argument)
{
  push_left(argument);
  return NULL;
}

static void *
consume_left(void *argument)
{
  (void)argument;
  receive(pop_left());
  return NULL;
}

static void *
consume_right(void *argument)
{
  (void)argument;
  receive(pop_right());
  receive(pop_right());
  return NULL;
}

static const struct {
  void *(*start)(void *);
  struct node *node;
} jobs[] = {
    {produce_right, &nodes[0]}, {consume_left, NULL}, {consume_right, NULL},
    {produce_left, &nodes[2]},  {consume_left, NULL},
#ifdef MANY
    {produce_right, &nodes[3]}, {consume_left, NULL}, {consume_right, NULL},
    {produce_left, &nodes[5]},  {consume_left, NULL},
#endif
};

int
main(void)
{
  enum { THREADS = sizeof jobs / sizeof *jobs };
  pthread_t threads[THREADS];

  for (int i = 0; i < VALUES; i++)
    nodes[i].value = i;
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, jobs[i].start, jobs[i].node);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  return 0;
}

// why: struct node *left = left_hat, *right = right_hat;
// why: if (*a != old_a || *b != old_b)
