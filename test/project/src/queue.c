#include "jobs/queue.h"

#ifndef QUEUE_CHECKS
#error "this file has a flag of its own"
#endif
#include <assert.h>

void
queue_init(struct queue *queue)
{
  pthread_mutex_init(&queue->mutex, NULL);
  queue->head = queue->count = 0;
}

bool
queue_put(struct queue *queue, int job)
{
  bool fits;

  pthread_mutex_lock(&queue->mutex);
  fits = queue->count < QUEUE_SIZE;
  if (fits)
    queue->jobs[(queue->head + queue->count++) % QUEUE_SIZE] = job;
  pthread_mutex_unlock(&queue->mutex);
  return fits;
}

/* Wrong without FIXED: between the look at the count and the lock another thread may take the last
 * job. */
bool
queue_take(struct queue *queue, int *job)
{
#ifdef FIXED
  pthread_mutex_lock(&queue->mutex);
  if (!queue->count) {
    pthread_mutex_unlock(&queue->mutex);
    return false;
  }
#else
  if (!queue->count)
    return false;
  pthread_mutex_lock(&queue->mutex);
#endif
  assert(queue->count > 0 && queue->count <= QUEUE_SIZE);
  *job = queue->jobs[queue->head];
  queue->head = (queue->head + 1) % QUEUE_SIZE;
  queue->count--;
  pthread_mutex_unlock(&queue->mutex);
  return true;
}
