/* A pointer that was handed on, masked by exclusive or, and unmasked: memory is accessed at a number, so it
 * is assumed where objects lie. This mask makes of one of the addresses in a prog another one, or
 * nearly. Nothing is assumed where such a number is an index. */
// replay: no, a process cannot be told where to have its objects
// run: --rounds 2 --unwind 8 => bounded
// run: --rounds 2 --unwind 8 -- -DWRONG => bug
// run: --rounds 2 --unwind 8 -- -DHASH => safe
// expect: assertion failed
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static char *shared, *table[3];

static void *
hand_on(void *argument)
{
  shared = argument;
  return shared;
}

int
main(void)
{
  enum { MASK = 0x5a5a5a };
  static char b[4];
  char c[4];
  pthread_t thread;
  void *result;

  memset(c, 0, sizeof c);
  for (int k = 0; k < 4; k++)
    b[k] = (char)(20 + k);
  int i = __VERIFIER_nondet_int();
  __sync_synchronize(); /* so that its bits are not counted */
  __VERIFIER_assume(i >= 0 && i < 3);
  pthread_create(&thread, NULL, hand_on, b + i);
  pthread_join(thread, &result);
#if defined HASH
  unsigned slot = (unsigned)((uintptr_t)result >> 4) % 3;
  table[slot] = result;
  assert(*table[slot] == 20 + i);
#else
  uintptr_t masked = (uintptr_t)result ^ MASK;
#if defined WRONG
  i++;
#endif
  assert(*(char *)(masked ^ MASK) == 20 + i);
#endif
}
