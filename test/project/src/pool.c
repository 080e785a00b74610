#include "jobs/pool.h"
#include "limits.h" /* the project's own, beside this file */

static void *
worker(void *argument)
{
  struct pool *pool = argument;
  int job;

  while (queue_take(&pool->queue, &job))
    pool->work(job);
  return NULL;
}

void
pool_init(struct pool *pool, void (*work)(int job))
{
  queue_init(&pool->queue);
  pool->work = work;
}

void
pool_start(struct pool *pool)
{
  for (int i = 0; i < POOL_WORKERS; i++)
    pthread_create(&pool->workers[i], NULL, worker, pool);
}

void
pool_wait(struct pool *pool)
{
  for (int i = 0; i < POOL_WORKERS; i++)
    pthread_join(pool->workers[i], NULL);
}
