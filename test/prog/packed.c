/* Fields of a packed struct lie at odd places; a pointer that may be to any of many is still valid. */
// args: --rounds 2
// verdict: safe
// labels: 2 2
// brute: no
#include <pthread.h>

static struct __attribute__((packed)) {
  short a;
  int b;
} pairs[100];
static int *volatile shared;

unsigned char __VERIFIER_nondet_uchar(void);

static void *
choose(void *argument)
{
  unsigned i = __VERIFIER_nondet_uchar();
  if (i < 100)
    shared = (int *)(void *)&pairs[i].b;
  return argument;
}

int
main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, choose, NULL);
  int *mine = shared;
  if (mine)
    *mine = 7;
  return 0;
}
