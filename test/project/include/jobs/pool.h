/* Threads that do the jobs of a queue until there are none left. */
#ifndef JOBS_POOL_H
#define JOBS_POOL_H

#include "jobs/queue.h"

struct pool {
  struct queue queue;
  pthread_t workers[2];
  void (*work)(int job); /* called by one worker for each job */
};

void pool_init(struct pool *pool, void (*work)(int job));
void pool_start(struct pool *pool);
void pool_wait(struct pool *pool);

#endif
