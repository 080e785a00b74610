/* Pointers to functions that are cast: a thread whose function returns nothing, one that takes a
 * number, and a callback whose result is ignored. Not the letter of C, but what programs do. */
// run: --rounds 2 => bounded
// run: -- -DWRONG => bug
#include <assert.h>
#include <pthread.h>

static int warp, weft;

static void
nothing(void *argument)
{
  warp = *(int *)argument;
}

static void *
number(int n)
{
  weft = n;
  return NULL;
}

static int
count(int *n)
{
  return ++*n;
}

int
main(void)
{
  pthread_t one, two;
  int value = 3, counter = 0;
  void (*callback)(int *) = (void (*)(int *))count;

  pthread_create(&one, NULL, (void *(*)(void *))nothing, &value);
  pthread_create(&two, NULL, (void *(*)(void *))number, (void *)0x100000007);
  callback(&counter);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
#ifdef WRONG
  assert(weft != 7);
#endif
  assert(warp == 3 && weft == 7 && counter == 1);
  return 0;
}
