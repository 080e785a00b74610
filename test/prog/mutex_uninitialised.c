/* A mutex in memory from malloc holds anything; zeroed it works, and so does a static one. */
// run: --rounds 2 --unwind 1 => bug
// run: --rounds 2 --unwind 1 -- -DZERO => safe
// run: --rounds 2 --unwind 1 -- -DINIT => safe
// expect: the mutex is not initialised, or has been destroyed
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct record {
  int number;
  pthread_mutex_t mutex;
};

static pthread_mutex_t zero;

int
main(void)
{
  struct record *record = malloc(sizeof *record);

  if (!record)
    return 1;
#ifdef ZERO
  memset(record, 0, sizeof *record);
#endif
#ifdef INIT
  pthread_mutex_init(&record->mutex, NULL);
#endif
  pthread_mutex_lock(&zero);
  pthread_mutex_lock(&record->mutex);
  record->number = 1;
  pthread_mutex_unlock(&record->mutex);
  pthread_mutex_unlock(&zero);
  free(record);
  return 0;
}
