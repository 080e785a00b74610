/* A pointer that may be anything is written through, and the index that is added to it may have been
 * overwritten thereby: still no number is taken for an address. */
// run: --rounds 2 => bounded
// run: --rounds 2 -- -DWRONG => bug
// brute: no
#include <assert.h>
#include <pthread.h>

unsigned long __VERIFIER_nondet_ulong(void);
void __VERIFIER_assume(int condition);

static unsigned char bytes[8], from[2] = {1, 2};
static int size = 2;

static void *
copy(void *argument)
{
  unsigned char *to = (unsigned char *)(__VERIFIER_nondet_ulong() ^ 5);

  __VERIFIER_assume(to == bytes + 2);
  for (int i = 0; i < size; i++)
    to[i] = from[i];
  return argument;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, copy, NULL);
  size = 2;
  pthread_join(thread, NULL);
#ifdef WRONG
  assert(bytes[3] != 2);
#endif
  assert(bytes[2] == 1 && bytes[3] == 2);
  return 0;
}
