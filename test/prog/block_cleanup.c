// Functions of the attribute cleanup run while the variables of the block are still there, and do not
// keep any of them.
// run: => safe
// run: -- -DBESIDE => bug
// run: -- -DSAME => bug
// run: -- -DCLEANED => bug
// run: -- -DTHREAD => bug
// expect: use of a local variable after its block was left
// replay: all
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int cleaned;

static void
clear(int **place)
{
  cleaned += **place;
  **place = 0;
}

static inline __attribute__((always_inline)) void
clear_inlined(int **place)
{
  cleaned += **place;
  **place = 0;
}

static void *
work(void *argument)
{
  ++*(int *)argument;
  return NULL;
}

static void
join(pthread_t *thread)
{
  pthread_join(*thread, NULL);
}

#define CLEANUP(function) __attribute__((cleanup(function)))

static int
ways(int n)
{
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    int v = 1, w = 2;
    CLEANUP(clear) int *p = &v;
    CLEANUP(clear_inlined) int *q = &w;
    sum += *p + *q;
    if (n == 1)
      return sum;
    if (n == 2)
      break;
    {
      CLEANUP(clear_inlined) int *r = &v;
      if (n == 3)
        continue;
    }
  }
  return sum;
}

/* All of a macro lies in one place. */
#define TWICE(a, b)                                                                                \
  {                                                                                                \
    int v = a;                                                                                     \
    CLEANUP(clear) int *p = &v;                                                                    \
    sum += *p;                                                                                     \
  }                                                                                                \
  {                                                                                                \
    int v = b;                                                                                     \
    CLEANUP(clear) int *p = &v;                                                                    \
    sum += *p;                                                                                     \
    {                                                                                              \
      CLEANUP(clear_inlined) int *q = &v;                                                          \
      sum += *q;                                                                                   \
    }                                                                                              \
  }

static int
in_macro(void)
{
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    TWICE(1, 2)
  }
  return sum;
}

int
main(void)
{
  int *last = &cleaned;
  assert(ways(1) == 3 && cleaned == 3);
  assert(ways(2) == 3 && cleaned == 6);
  assert(ways(3) == 9 && cleaned == 15);
  assert(ways(4) == 9 && cleaned == 24);
  cleaned = 0;
  assert(in_macro() == 10 && cleaned == 6);
  {
    int counter = 0;
    CLEANUP(join) pthread_t thread;
    int *p = &counter;
    pthread_create(&thread, NULL, work, p);
  }
  {
    int beside = 1, *p = &beside;
#ifdef BESIDE
    last = p;
#endif
    cleaned += *p;
  }
  {
    int same = 1;
    CLEANUP(clear) int *p = &same;
#ifdef SAME
    last = p;
#endif
  }
  {
    int v = 1;
    CLEANUP(clear_inlined) int *p = &v;
#ifdef CLEANED
    int **q = &p;
    last = (int *)q;
#endif
  }
#ifdef THREAD
  pthread_t thread;
  {
    int v = 1;
    CLEANUP(clear) int *p = &v;
    int w = 0;
    pthread_create(&thread, NULL, work, &w);
  }
  pthread_join(thread, NULL);
#endif
  return *last == 1234567;
}
