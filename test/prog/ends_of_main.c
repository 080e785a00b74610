/* Two ways lead to the end of main, which creates a thread and leaves with pthread_exit: the thread is
 * created once, whichever way main came; and a counted loop may lead there too. */
// run: --rounds 2 => bug
// run: --rounds 2 -- -DLOOP => bug
// expect: x == 0
// labels: 1 1
#include <assert.h>
#include <pthread.h>

static int x;

_Bool __VERIFIER_nondet_bool(void);

static void *
look(void *argument)
{
  assert(x == 0);
  return argument;
}

int
main(void)
{
  pthread_t thread;
#ifdef LOOP
  for (int i = 0; i < 5; i++)
    x++;
#else
  if (__VERIFIER_nondet_bool())
    x = 1;
#endif
  pthread_create(&thread, NULL, look, NULL);
  pthread_exit(NULL);
}
