/* gmtime and localtime have one result for all threads, gmtime_r one for each. */
// run: --unwind 14 --rounds 2 -- -DSHARED => bug
// run: --unwind 14 --rounds 2 => bounded
// expect: assertion failed: tm->tm_sec == (argument ? 20 : 4)
// brute: no
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

static void *
work(void *argument)
{
  time_t seconds = argument ? 1700000000 : 4;
  struct tm own, *tm = &own;
#ifdef SHARED
  tm = argument ? gmtime(&seconds) : localtime(&seconds);
#else
  gmtime_r(&seconds, tm);
#endif
  assert(tm->tm_sec == (argument ? 20 : 4));
  return NULL;
}

int
main(void)
{
  pthread_t threads[2];
  time_t seconds = 4;
  char text[80];
  struct tm tm = {.tm_mday = 1};

  pthread_create(&threads[0], NULL, work, NULL);
  pthread_create(&threads[1], NULL, work, threads);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  assert(strcmp(asctime(&tm), "Sun Jan  1 00:00:00 1900\n") == 0);
  assert(ctime_r(&seconds, text)[24] == '\n' && ctime(&seconds)[24] == '\n');
  return 0;
}
