// A thread whose function may leave early uses its own variables if it does not. What it gets from main must not be a
// local variable there if main leaves by pthread_exit before it.
// run: --rounds 3 => safe
// run: --rounds 3 -- -DJOIN => safe
// run: --rounds 3 -- -DLOCAL => bug
// run: --rounds 3 -- -DLOCAL -DEARLY => bug
// expect: use of a local variable after its function returned: number
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

static void *
work(void *argument)
{
  int local = 1, *own = &local;

  if (__VERIFIER_nondet_bool())
    pthread_exit(NULL);
  *own += *(int *)argument;
  return NULL;
}

static void
leave(void)
{
  pthread_exit(NULL);
}

int
main(void)
{
  pthread_t thread;
#if defined LOCAL || defined JOIN
  int number = 1;
#else
  static int number = 1;
#endif

  pthread_create(&thread, NULL, work, &number);
#ifdef EARLY
  if (__VERIFIER_nondet_bool())
    leave();
  pthread_join(thread, NULL);
  return 0;
#endif
#ifdef JOIN
  pthread_join(thread, NULL);
#endif
  leave();
}
