/* A loop that waits for a message, and one that polls memory which is not atomic. */
// replay: no, the two accesses are not next to each other
// run: --unwind 1 --engine order --property race,deadlock -- -DSTORE=release -DLOAD=acquire => safe
// run: --unwind 1 --engine order --property race,deadlock -- -DSTORE=relaxed -DLOAD=acquire => bug
// run: --unwind 1 --engine order --property race,deadlock -- -DSTORE=release -DLOAD=relaxed => bug
// run: --unwind 1 --engine order --property race -- -DSTORE=release -DLOAD=acquire -DPLAIN => bug
// run: --unwind 1 --engine order --property race -- -DSTORE=relaxed -DLOAD=relaxed -DMUTEX => safe
// brute: 2
#include <pthread.h>
#include <stdatomic.h>

#define GLUE(a, b) a##b
#define ORDER(name) GLUE(memory_order_, name)

static int data;
static atomic_int flag, relaxed;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void
enter(void)
{
#ifdef MUTEX
  pthread_mutex_lock(&mutex);
#endif
}

static void
leave(void)
{
#ifdef MUTEX
  pthread_mutex_unlock(&mutex);
#endif
}

static void *
writer(void *unused)
{
  enter();
  data = 1;
  leave();
#ifdef PLAIN /* polled below before there is anything to see: a race with a step of long ago */
  *(int *)&flag = 2;
#endif
  atomic_store_explicit(&relaxed, 1, memory_order_relaxed);
  atomic_store_explicit(&flag, 1, ORDER(STORE));
  return unused;
}

int
main(void)
{
  pthread_t thread;
  int copy;

  pthread_create(&thread, NULL, writer, NULL);
  while (atomic_load_explicit(&flag, ORDER(LOAD)) != 1)
    ;
  enter();
  copy = data;
  leave();
  pthread_join(thread, NULL);
  return copy + atomic_load_explicit(&relaxed, memory_order_relaxed);
}
