/* The case that the programmer promises not to occur does occur, if the threads meet. */
// run: --rounds 2 --unwind 1 => bug
// expect: __builtin_unreachable() is reached
#include <pthread.h>

static int state;

static void *
other(void *unused)
{
  (void)unused;
  state = 1;
  state = 2;
  return NULL;
}

static int
name(int now)
{
  switch (now) {
  case 0:
    return 'a';
  case 2:
    return 'c';
  default:
    __builtin_unreachable();
  }
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, other, NULL);
  int letter = name(state);
  pthread_join(thread, NULL);
  return letter == 'b';
}
