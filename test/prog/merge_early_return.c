// A mutex in a struct that was allocated and initialised, given back on two ways, destroyed in the
// end: still one step for each thread.
// args: --rounds 3 --unwind 2
// verdict: safe
// labels: 3 2 2
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct box {
  pthread_mutex_t mutex;
  int full, tries;
};

static void *
work(void *argument)
{
  struct box *box = argument;
  pthread_mutex_lock(&box->mutex);
  box->tries++;
  if (box->full) {
    pthread_mutex_unlock(&box->mutex);
    return NULL;
  }
  box->full = 1;
  pthread_mutex_unlock(&box->mutex);
  return NULL;
}

int
main(void)
{
  pthread_t threads[2];
  struct box *box = calloc(1, sizeof *box);
  pthread_mutex_init(&box->mutex, NULL);
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, work, box);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  pthread_mutex_destroy(&box->mutex);
  assert(box->full == 1 && box->tries == 2);
}
