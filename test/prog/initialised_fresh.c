/* Memory that a lock is made in may look like a lock that is held: if it was never written, in a block or on the stack, or
 * if it was something else before. That is no misuse. */
// run: --rounds 2 => safe
// run: --rounds 2 --reuse-memory => safe
// expect: no bug
// brute: 1
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
  pthread_mutex_t mutex;
  pthread_rwlock_t lock;
  int number;
};

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
static _Alignas(16) char pool[sizeof(struct node)];

static void
use(struct node *node)
{
  pthread_mutex_init(&node->mutex, NULL);
  pthread_rwlock_init(&node->lock, NULL);
  pthread_mutex_lock(&node->mutex);
  node->number = 1;
  pthread_mutex_unlock(&node->mutex);
}

static void *
work(void *argument)
{
  pthread_spinlock_t spin;
  pthread_mutex_t own;
  struct node *node = malloc(sizeof *node);

  pthread_mutex_lock(&outer);
  pthread_mutex_init(&own, NULL);
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  use(node);
  pthread_mutex_unlock(&outer);
  free(node);
  return argument;
}

int
main(void)
{
  pthread_t one;
  int *numbers = (int *)pool;

  pthread_create(&one, NULL, work, NULL);
  numbers[0] = 1;
  use((struct node *)pool);
  numbers[0] = __VERIFIER_nondet_int();
  use((struct node *)pool);
  pthread_join(one, NULL);
  return 0;
}
