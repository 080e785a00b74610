/* A block that is freed by whoever gives back the last reference: to give one back releases what
 * was done with the block, and the last one acquires that. */
// replay: no, the two accesses are not next to each other
// run: --rounds 4 --property race,memory -- -DDROP=acq_rel => safe
// run: --rounds 4 --property race,memory -- -DDROP=release -DFENCE => safe
// run: --rounds 4 --property race,memory -- -DDROP=release => bug
// run: --rounds 4 --property race,memory -- -DDROP=relaxed => bug
// run: --rounds 4 --property race,memory -- -DDROP=relaxed -DFENCE => bug
// run: --rounds 4 --property memory -- -DDROP=relaxed => safe
// expect: data race on node#1: thread 0 (main) uses it at
// brute: 2
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define GLUE(a, b) a##b
#define ORDER(name) GLUE(memory_order_, name)

struct node {
  atomic_int references;
  int value;
};

static void
drop(struct node *node)
{
  if (atomic_fetch_sub_explicit(&node->references, 1, ORDER(DROP)) != 1)
    return;
#ifdef FENCE
  atomic_thread_fence(memory_order_acquire);
#endif
  free(node);
}

static void *
user(void *argument)
{
  struct node *node = argument;
  int value = node->value;

  drop(node);
  return value ? argument : NULL;
}

int
main(void)
{
  pthread_t thread;
  struct node *node = malloc(sizeof *node);

  atomic_init(&node->references, 2);
  node->value = 1;
  pthread_create(&thread, NULL, user, node);
  drop(node);
  pthread_join(thread, NULL);
  return 0;
}
