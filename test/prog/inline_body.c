/* Functions whose only definitions are for inlining: they call each other, are called through
 * pointers, and use the static variables and functions of their file, which are no copies. Another
 * file has other bodies of the same names, and calls these. */
// also: parts/inline_body.c
// run: --rounds 3 -- -DTIMES=3 => safe
// run: --rounds 3 -- -DTIMES=2 => bug
// run: --rounds 3 -- -DTIMES=3 -DUNLOCKED => bug
// run: --rounds 3 -- -DTIMES=3 -std=c99 => safe
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

int their_scale(int x);
int their_double(int x);

static int
helper(int x)
{
  static int calls;
  return x + 0 * ++calls;
}

inline int
scale(int x)
{
  return 2 * x;
}

/* The other file has a definition of this one, and that one is called. */
inline int
both(int x)
{
  return 2 * x;
}

inline int
factorial(int n)
{
  return n < 2 ? 1 : n * factorial(n - 1);
}

extern inline __attribute__((gnu_inline)) int
of_gnu(int x)
{
  return scale(helper(x));
}

inline __attribute__((always_inline)) int
always(int x)
{
  return of_gnu(x) + 1;
}

inline int
next(void)
{
  static int numbers;
  return ++numbers;
}

inline void
count(void)
{
#ifndef UNLOCKED
  pthread_mutex_lock(&mutex);
#endif
  counter++;
#ifndef UNLOCKED
  pthread_mutex_unlock(&mutex);
#endif
}

static void *
run(void *argument)
{
  count();
  return argument;
}

int
main(void)
{
  pthread_t threads[2];
  int (*pointer)(int) = always;
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, run, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  counter++;
  assert(counter == TIMES);
  assert(scale(5) == 10 && their_scale(5) == 15);
  assert(both(5) == 20 && their_double(5) == 10);
  assert(factorial(4) == 24 && pointer(4) == 9);
  next();
  assert(next() == 2);
}
