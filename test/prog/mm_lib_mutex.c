// Locking and unlocking are barriers, also if they fail, and if only one thread knows the mutex.
// run: --memory-model tso --rounds 3 --property assert => bounded
// run: --memory-model pso --rounds 3 --property assert => bounded
// run: --memory-model tso --rounds 3 --property assert -- -DNOTHING => bug
// run: --rounds 3 --property assert -- -DNOTHING => bounded
// replay: no, a machine does not do it on demand
// brute: 2
#define _GNU_SOURCE 1
#define BEFORE
#include "mm_lib.h"
#include <threads.h>
#include <time.h>

static pthread_mutex_t own_mutex[3], common = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t held[3], again = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static mtx_t own_mtx[3];

static void
before(int own)
{
  pthread_mutex_lock(&held[own]);
}

static void
operation(int own, int which)
{
  struct timespec time = {0, 0};

  switch (which) {
  case 0:
    pthread_mutex_lock(&own_mutex[own]);
    break;
  case 1:
    pthread_mutex_lock(&common);
    break;
  case 2:
    pthread_mutex_trylock(&held[own]);
    break;
  case 3:
    pthread_mutex_unlock(&held[own]);
    break;
  case 4:
    pthread_mutex_timedlock(&common, &time);
    break;
  case 5:
    pthread_mutex_trylock(&again);
    break;
  case 6:
    mtx_lock(&own_mtx[own]);
    break;
  default:
    mtx_trylock(&own_mtx[0]);
  }
}

int
main(void)
{
  store_buffering();
  return 0;
}
