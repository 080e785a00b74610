/* A ticket lock, for any number of turns: each thread draws a number and waits until it is served. */
// run: --time 600 => safe
// run: --time 600 -- -DWRONG => bug
// expect: inside == 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next, serving;
static int inside, done;

static void
lock(void)
{
#ifdef WRONG
  unsigned mine = atomic_load(&next);
  atomic_store(&next, mine + 1);
#else
  unsigned mine = atomic_fetch_add(&next, 1);
#endif
  while (atomic_load(&serving) != mine)
    ;
}

static void *
work(void *argument)
{
  for (int i = 0; i < 2; i++) {
    lock();
    inside++;
    assert(inside == 1);
    done++;
    inside--;
    atomic_fetch_add(&serving, 1);
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
  assert(done == 6);
  return 0;
}
