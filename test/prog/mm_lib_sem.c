// Semaphores, read-write locks, spin locks and barriers are barriers of memory, also if they fail.
// run: --memory-model tso --rounds 3 --property assert => bounded
// run: --memory-model tso --rounds 3 --property assert -- -DNOTHING => bug
// replay: no, a machine does not do it on demand
// brute: 2
#include "mm_lib.h"
#include <semaphore.h>

static sem_t own_semaphore[3], empty;
static pthread_rwlock_t own_lock[3], common = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t own_spin[3], spin;
static pthread_barrier_t own_barrier[3];

static void
operation(int own, int which)
{
  switch (which) {
  case 0:
    sem_wait(&own_semaphore[own]);
    break;
  case 1:
    sem_post(&own_semaphore[own]);
    break;
  case 2:
    sem_trywait(&empty);
    break;
  case 3:
    pthread_rwlock_rdlock(&own_lock[own]);
    break;
  case 4:
    pthread_rwlock_wrlock(&common);
    break;
  case 5:
    pthread_rwlock_trywrlock(&common);
    break;
  case 6:
    pthread_spin_lock(&own_spin[own]);
    break;
  case 7:
    pthread_spin_trylock(&spin);
    break;
  default:
    pthread_barrier_wait(&own_barrier[own]);
  }
}

int
main(void)
{
  for (int own = 1; own <= 2; own++) {
    sem_init(&own_semaphore[own], 0, 1);
    pthread_barrier_init(&own_barrier[own], NULL, 1);
  }
  store_buffering();
  return 0;
}
