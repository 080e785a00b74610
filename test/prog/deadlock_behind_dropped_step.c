// The thread waits for the second time behind a store to x, on which nothing depends: without that
// store both waits would be one group, and the thread would be looked for at the first of them.
// run: --rounds 1 => bug
// run: --rounds 2 => bug
// expect: waits for ever
#include <pthread.h>
#include <semaphore.h>

_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int);

sem_t s;
int x;

void *
take_twice(void *argument)
{
  sem_wait(&s);
  x = 1;
  sem_wait(&s);
  return argument;
}

int
main(void)
{
  unsigned n = __VERIFIER_nondet_bool() ? 1 : 0;
  n += __VERIFIER_nondet_bool() ? 1 : 0;
  __VERIFIER_assume(n > 0);
  sem_init(&s, 0, n);
  pthread_t thread;
  pthread_create(&thread, NULL, take_twice, NULL);
  x = 2;
  pthread_join(thread, NULL);
  return 0;
}
