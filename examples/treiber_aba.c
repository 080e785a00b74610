/* Treiber's lock-free stack (R. K. Treiber, Systems programming: coping with parallelism, 1986)
 * over nodes that are used again: the ABA problem.
 *
 * The first thread reads top = 0 and the node below, 1, and is interrupted. The second pops 0 and
 * 1 and pushes 0 back. Now top is 0 as before, so the first thread's exchange succeeds and makes
 * 1 the top, which the second thread still holds: the next pop hands it out a second time. */
// args: --rounds 2 --unwind 1
// verdict: bug
// expect: !taken
// labels: 3 15 16
// clauses: 2009
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { NODES = 3, NOTHING = -1 };

static atomic_int top = 0;
static atomic_int below[NODES] = {1, 2, NOTHING};
static atomic_bool owned[NODES]; /* by a thread that has popped it */

static int
pop(void)
{
  int node = top;

  while (node != NOTHING && !atomic_compare_exchange_strong(&top, &node, below[node]))
    ;
  if (node != NOTHING) {
    bool taken = atomic_exchange(&owned[node], true);
    assert(!taken);
  }
  return node;
}

static void
push(int node)
{
  int old = top;

  owned[node] = false;
  do
    below[node] = old;
  while (!atomic_compare_exchange_strong(&top, &old, node));
}

static void *
pop_twice(void *argument)
{
  (void)argument;
  pop();
  pop();
  return NULL;
}

static void *
pop_twice_and_push(void *argument)
{
  int node = pop();

  (void)argument;
  pop();
  if (node != NOTHING)
    push(node);
  return NULL;
}

int
main(void)
{
  pthread_t threads[2];

  pthread_create(&threads[0], NULL, pop_twice, NULL);
  pthread_create(&threads[1], NULL, pop_twice_and_push, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}

// why: int node = top;
// why: while (node != NOTHING &&
// why: below[node] = old;
