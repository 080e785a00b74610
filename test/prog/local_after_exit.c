// What main leaves behind with pthread_exit stays where it is; and a thread whose function may
// leave early uses its own variables if it does not.
// run: --rounds 3 => safe
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static void *
work(void *argument)
{
  int local = 1, *own = &local;

  if (__VERIFIER_nondet_int())
    pthread_exit(NULL);
  *own += *(int *)argument;
  return NULL;
}

int
main(void)
{
  pthread_t thread;
  int number = 1;

  pthread_create(&thread, NULL, work, &number);
  pthread_exit(NULL);
}
