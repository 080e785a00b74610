// pthread_once is a barrier, and so are cancelling a thread and atexit.
// run: --memory-model tso --rounds 3 --property assert => bounded
// run: --memory-model tso --rounds 3 --property assert -- -DNOTHING => bug
// replay: no, a machine does not do it on demand
// brute: 2
#include "mm_lib.h"
#include <stdlib.h>
#include <threads.h>

static pthread_once_t own_once[3], common = PTHREAD_ONCE_INIT;
static once_flag own_flag[3];

static void
nothing(void)
{
}

static void
operation(int own, int which)
{
  switch (which) {
  case 0:
    pthread_once(&own_once[own], nothing);
    break;
  case 1:
    pthread_once(&common, nothing);
    break;
  case 2:
    call_once(&own_flag[own], nothing);
    break;
  case 3:
    pthread_cancel(pthread_self());
    break;
  default:
    atexit(nothing);
  }
}

int
main(void)
{
  store_buffering();
  return 0;
}
