// A thread that nobody joins, with a pointer that points nowhere; main has come to different places.
// replay: all
// run: --property memory -- -DWILD=(int*)16 => bug
// run: --property memory -- -DWILD=(int*)__VERIFIER_nondet_ulong() => bug
// run: --property memory -- -DWILD=unset => bug
// run: --property memory -- -DWILD=block->next -DEND=pthread_exit(0) => bug
// run: --property memory -- -DWILD=argument -DEND=pthread_detach(thread) => bug
// run: --property memory -- -DWILD=shared -DSECOND => bug
// run: --property memory -- -DWILD=shared -DSECOND -m32 => bug
// run: --property memory -- -DWILD=shared -DRIGHT -DEND=pthread_exit(0) => safe
// brute: no
// expect: invalid memory access
#include <pthread.h>
#include <stdlib.h>

#ifndef END
#define END (void)thread
#endif

unsigned long __VERIFIER_nondet_ulong(void);
struct block {
  int *next;
} *block;
int number, *shared = &number;

static void *use(void *argument) {
  int *unset;
  *(int *)(WILD) = 1;
  (void)&unset;
  return argument;
}

static void *spoil(void *unused) {
  shared += 5000;
  return unused;
}

int main(void) {
  pthread_t thread, second;
#ifndef RIGHT
  block = malloc(sizeof *block);
#endif
  pthread_create(&thread, 0, use, (void *)77);
#ifdef SECOND
  pthread_create(&second, 0, spoil, 0);
#endif
  (void)spoil;
  END;
  return 0;
}
