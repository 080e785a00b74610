/* The lock of Craig, Landin and Hagersten: each thread waits for the flag of the one before, and takes
 * that for its next turn. The wrong one keeps its own, which somebody may still look at. */
// run: --time 600 => safe
// run: --time 600 -- -DWRONG => bug
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 3 };

struct node {
  atomic_int taken;
};

static struct node nodes[THREADS + 1];
static struct node *_Atomic tail = &nodes[THREADS];
static int inside;

static void *
work(void *argument)
{
  struct node *mine = argument;
  for (int i = 0; i < 2; i++) {
    atomic_store(&mine->taken, 1);
    struct node *before = atomic_exchange(&tail, mine);
    while (atomic_load(&before->taken))
      ;
    inside++;
    assert(inside == 1);
    inside--;
    atomic_store(&mine->taken, 0);
#ifndef WRONG
    mine = before;
#endif
  }
  return NULL;
}

int
main(void)
{
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, work, &nodes[i]);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
