/* The lock of Mellor-Crummey and Scott: a queue in which each thread waits for a flag of its own. The wrong
 * one gives the lock back without a look whether somebody is about to queue. */
// run: --time 600 => safe
// run: --time 600 -- -DWRONG => bug
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
  struct node *_Atomic next;
  atomic_int waits;
};

static struct node *_Atomic tail;
static int inside;

static void
lock(struct node *mine)
{
  atomic_store(&mine->next, NULL);
  atomic_store(&mine->waits, 1);
  struct node *before = atomic_exchange(&tail, mine);
  if (before) {
    atomic_store(&before->next, mine);
    while (atomic_load(&mine->waits))
      ;
  }
}

static void
unlock(struct node *mine)
{
  struct node *next = atomic_load(&mine->next);
  if (!next) {
    struct node *last = mine;
#ifdef WRONG
    atomic_store(&tail, NULL);
    (void)last;
    return;
#endif
    if (atomic_compare_exchange_strong(&tail, &last, NULL))
      return;
    while (!(next = atomic_load(&mine->next)))
      ;
  }
  atomic_store(&next->waits, 0);
}

static void *
work(void *argument)
{
  struct node mine;
  for (int i = 0; i < 2; i++) {
    lock(&mine);
    inside++;
    assert(inside == 1);
    inside--;
    unlock(&mine);
  }
  return argument;
}

int
main(void)
{
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
