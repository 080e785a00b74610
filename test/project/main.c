/* The harness: two jobs, each of which is to be done exactly once. */
#include <assert.h>
#include <stdatomic.h>
#include <string.h>

#include "jobs/pool.h"

static atomic_int done[JOBS];

static void
work(int job)
{
  atomic_fetch_add(&done[job], 1);
}

int
main(void)
{
  static struct pool pool;

  assert(sizeof NAME == 9 && sizeof TITLE == 9); /* texts with blanks came through */
  pool_init(&pool, work);
  for (int job = 0; job < JOBS; job++)
    queue_put(&pool.queue, job);
  pool_start(&pool);
  pool_wait(&pool);
  for (int job = 0; job < JOBS; job++)
    assert(done[job] == 1);
  return 0;
}

/* Begins with a queue that holds something, or nothing: --entry put_then_take. */
void
put_then_take(int job, _Bool empty)
{
  static struct queue queue;
  int taken = -1;

  queue_init(&queue);
  if (!empty)
    queue_put(&queue, job);
  assert(queue_take(&queue, &taken) == !empty);
  assert(empty || taken == job);
}
