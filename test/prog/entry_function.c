/* The run begins in a function whose parameters are arbitrary; main is not run. */
// run: --rounds 3 --unwind 1 --entry harness => bug
// run: --rounds 2 --unwind 1 --entry careful => safe
// run: --rounds 1 --unwind 1 --entry narrow => safe
// run: --rounds 1 --unwind 1 => bug
// expect: thread 0 (harness)
// expect: assertion failed: counter == first + second
// brute: no
#include <assert.h>
#include <pthread.h>

static int counter;

static void *
add(void *argument)
{
  counter += *(int *)argument;
  return NULL;
}

void harness(int first, int second);
void
harness(int first, int second)
{
  pthread_t thread;

  pthread_create(&thread, NULL, add, &first);
  counter += second;
  pthread_join(thread, NULL);
  assert(counter == first + second);
}

void careful(int first, int second);
void
careful(int first, int second)
{
  pthread_t thread;

  pthread_create(&thread, NULL, add, &first);
  pthread_join(thread, NULL);
  counter += second;
  assert(counter == first + second);
}

/* Parameters have the values of their types and no others. */
void narrow(_Bool truth, unsigned char byte, signed char sign);
void
narrow(_Bool truth, unsigned char byte, signed char sign)
{
  assert(truth <= 1 && byte <= 255 && sign >= -128 && sign <= 127);
}

int
main(void)
{
  assert(0);
  return 0;
}
