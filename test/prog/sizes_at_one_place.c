/* Two threads write the same place in different sizes; what a third access sees of it must not be
 * guessed from one of them. */
// args: --rounds 2
// verdict: bug
// expect: assertion failed
// labels: 3 2
// clauses: 107
#include <assert.h>
#include <pthread.h>

static union {
  unsigned long whole;
  unsigned half[2];
} word;

static void *
whole(void *argument)
{
  word.whole = 0x500000000;
  return argument;
}

int
main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, whole, NULL);
  word.half[0] = 1;
  pthread_join(thread, NULL);
  assert(word.half[1] != 5);
  return 0;
}
