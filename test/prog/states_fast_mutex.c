/* Lamport's fast mutex: two steps where nobody else wants it. The wrong one does not look again. */
// run: --time 600 => safe
// run: --time 600 -- -DWRONG => bug
// expect: inside == 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

enum { THREADS = 3 };

static atomic_int x, y, wants[THREADS + 1];
static int inside;

static void
lock(int i)
{
  for (;;) {
    wants[i] = 1;
    x = i;
    if (y) {
      wants[i] = 0;
      while (y)
        ;
      continue;
    }
    y = i;
#ifdef WRONG
    return;
#endif
    if (x == i)
      return;
    wants[i] = 0;
    for (int other = 1; other <= THREADS; other++)
      while (wants[other])
        ;
    if (y == i)
      return;
    while (y)
      ;
  }
}

static void *
work(void *argument)
{
  int i = (int)(intptr_t)argument;
  lock(i);
  inside++;
  assert(inside == 1);
  inside--;
  y = 0;
  wants[i] = 0;
  return NULL;
}

int
main(void)
{
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, work, (void *)(intptr_t)(i + 1));
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
