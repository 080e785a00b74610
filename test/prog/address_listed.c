/* The number that a pointer is, where it can be the address of one of three variables. It is the number of
 * that variable, and no other. (What divides is a look at the address.) */
// run: --rounds 2 --unwind 1 => safe
// run: --rounds 2 --unwind 1 -- -DWRONG => bug
// run: --rounds 2 --unwind 1 -- -DNULLS => bug
// brute: no
// replay: no, a process cannot be told where to have its objects
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

static long a, b, c, *p = &a;

static uintptr_t
number(const long *pointer)
{
  return (uintptr_t)pointer / 16;
}

static void *
change(void *unused)
{
  p = &b;
  p = &c;
#ifdef NULLS
  p = NULL;
#endif
  return unused;
}

int
main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, change, NULL);
  long *q = p;
  uintptr_t n = number(q);
#ifdef WRONG
  assert(n == number(&a) || n == number(&c));
#else
  assert(n == number(&a) || n == number(&b) || n == number(&c));
#endif
  assert((n == number(&a)) >= (q == &a));
  return 0;
}
