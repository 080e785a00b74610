// args: --rounds 2 --unwind 2 -- -m32
// verdict: bug
// expect: m32_pointer_back.c:26: assertion failed: q->a != 7
// A pointer into an array that cannot be listed is moved back, by a number that is negative in 32
// bits. Twelve does not divide 2^32: as a large number it would lead to the middle of an element.
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct element {
  int a, b, c;
};

static struct element elements[100];
static struct element *volatile shared;

static void *
reader(void *argument)
{
  struct element *p = shared;
  if (p) {
    struct element *q = p - 1;
    q->a = 7;
    /* and this is the bug */
    assert(q->a != 7);
  }
  return argument;
}

int
main(void)
{
  pthread_t thread;
  unsigned i = __VERIFIER_nondet_uint();
  pthread_create(&thread, NULL, reader, NULL);
  if (i >= 1 && i < 100)
    shared = &elements[i];
  pthread_join(thread, NULL);
  return 0;
}
