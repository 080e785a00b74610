/* A queue of jobs that several threads may put into and take from. */
#ifndef JOBS_QUEUE_H
#define JOBS_QUEUE_H

#include <pthread.h>
#include <stdbool.h>

#ifndef QUEUE_SIZE
#error "the build says how many jobs fit into a queue"
#endif

struct queue {
  pthread_mutex_t mutex;
  int jobs[QUEUE_SIZE];
  unsigned head, count;
};

void queue_init(struct queue *queue);
/* False if the queue is full. */
bool queue_put(struct queue *queue, int job);
/* False if the queue is empty. */
bool queue_take(struct queue *queue, int *job);

#endif
