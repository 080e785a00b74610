// args: --rounds 2 --unwind 2
// exit: 2
// stderr: pointer_anywhere.c:25:6: error: this pointer may point to more than 16384 places
// stderr: the largest object among them is 'big' of 80000 bytes
// stderr: it is read from 'box' at test/diag/pointer_anywhere.c:24, where something unknown is stored at test/diag/pointer_anywhere.c:38
// stderr: it is any value of '__VERIFIER_nondet_ulong' at test/diag/pointer_anywhere.c:37
#include <pthread.h>
#include <stdint.h>

unsigned long __VERIFIER_nondet_ulong(void);

static int big[20000];

struct box {
  int n;
  void *thing;
};
static struct box box;

/* Somebody reads the pointer, */
static void *
work(void *argument)
{
  int *p = box.thing;
  *p = 1;
  return argument;
}

int
main(void)
{
  pthread_t thread;
  uintptr_t word = (uintptr_t)&big[3];

  pthread_create(&thread, NULL, work, NULL);
  /* and it is made of numbers. */
  word *= __VERIFIER_nondet_ulong();
  box.thing = (void *)word;
  pthread_join(thread, NULL);
  return big[0];
}
