// To wait and to wake are barriers, also if nobody waits.
// run: --memory-model tso --rounds 3 --property assert => bounded
// run: --memory-model tso --rounds 3 --property assert -- -DNOTHING => bug
// replay: no, a machine does not do it on demand
// brute: 2
#define BEFORE
#include "mm_lib.h"
#include <threads.h>
#include <time.h>

static pthread_mutex_t held[3];
static pthread_cond_t own_condition[3], common = PTHREAD_COND_INITIALIZER;
static cnd_t own_cnd[3];

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
    pthread_cond_wait(&own_condition[own], &held[own]);
    break;
  case 1:
    pthread_cond_timedwait(&common, &held[own], &time);
    break;
  case 2:
    pthread_cond_signal(&own_condition[own]);
    break;
  case 3:
    pthread_cond_broadcast(&own_condition[own]);
    break;
  case 4:
    pthread_cond_signal(&common);
    break;
  default:
    cnd_broadcast(&own_cnd[own]);
  }
}

int
main(void)
{
  store_buffering();
  return 0;
}
