// A thread uses a variable of a block that its creator may have left.
// run: --rounds 3 --unwind 2 => bug
// run: --rounds 3 --unwind 2 -- -DLOOP => bug
// run: --rounds 3 --unwind 2 -- -DJUMP => bug
// run: --rounds 4 --unwind 2 -- -DRIGHT => safe
// run: --rounds 4 --unwind 2 -- -DRIGHT -DLOOP => safe
// expect: use of a local variable after its block was left: v
#include <pthread.h>
#include <stddef.h>

static void *
work(void *argument)
{
  *(int *)argument = 1;
  return NULL;
}

int
main(void)
{
  pthread_t thread;
#ifdef LOOP
  for (int i = 0; i < 1; i++)
#endif
  {
    int v = 0;
    pthread_create(&thread, NULL, work, &v);
#ifdef JUMP
    if (v == 0)
      goto out;
    pthread_join(thread, NULL);
#endif
#ifdef RIGHT
    pthread_join(thread, NULL);
#endif
  }
#ifdef JUMP
  return 0;
out:
#endif
#ifndef RIGHT
  pthread_join(thread, NULL);
#endif
  return 0;
}
