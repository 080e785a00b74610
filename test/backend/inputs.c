/* The bug needs two inputs and a switch. */
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
static int x;
static void *
set(void *argument)
{
  (void)argument;
  int a = __VERIFIER_nondet_int();
  x = a;
  x = 0;
  return 0;
}
int
main(void)
{
  pthread_t thread;
  unsigned char b = __VERIFIER_nondet_uchar();
  pthread_create(&thread, 0, set, 0);
  assert(x != -77 || b != 200);
  return 0;
}
