/* The other part is as gcc preprocesses it: with types of its own, and deallocators as arguments of
 * an attribute. Its lines are those of the file that it was made from. */
// also: parts/preprocessed.i
// run: -- -DWANT=2 => safe
// run: -- -DWANT=3 => bug
// expect: preprocessed_part.c:31: assertion failed: two == want
#include <pthread.h>

void *check(void *);

int
main(void)
{
  static int want = WANT;
  pthread_t thread;
  pthread_create(&thread, NULL, check, &want);
  pthread_join(thread, NULL);
}
