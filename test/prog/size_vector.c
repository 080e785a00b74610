// A vector that grows by one, by three, or to twice its size, and two threads that fill it. At its
// new place everything is as it was at the old one.
// run: --rounds 2 --unwind 1 -- -DGROW=3 => bounded
// run: --rounds 2 --unwind 1 -- -DGROW=3 -DLAST=3 => bug
// expect: assertion failed: all.count != LAST
// run: --rounds 1 --unwind 1 -- -DGROW=all.room+1 => bounded
// run: --rounds 2 --unwind 1 -- -DGROW=all.room+1 -DLAST=3 => bug
// run: --rounds 2 --unwind 1 -- -DGROW=1 -DBEHIND => bug
// run: --rounds 3 --unwind 1 -- -DGROW=3 -DUNLOCKED => bug
// brute: no
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef LAST
#define LAST 4
#endif

static struct {
  int *at;
  int count, room;
} all;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void
push(int number)
{
  if (all.count == all.room) {
    all.room += GROW;
    all.at = realloc(all.at, (unsigned)all.room * sizeof *all.at);
  }
  all.at[all.count++] = number;
#ifdef BEHIND
  all.at[all.count] = 0;
#endif
}

static void *
fill(void *argument)
{
#ifndef UNLOCKED
  pthread_mutex_lock(&mutex);
#endif
  push(*(int *)argument);
#ifndef UNLOCKED
  pthread_mutex_unlock(&mutex);
#endif
  return NULL;
}

int
main(void)
{
  static int numbers[] = {5, 6};
  pthread_t threads[2];
  push(4);
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, fill, &numbers[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(all.at[0] == 4 && all.at[1] + all.at[2] == 11);
  assert(all.count != LAST);
  return 0;
}
