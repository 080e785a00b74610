// A wait that looks at two variables, one after the other, is left when both have changed. If one of
// them never does, it is a deadlock, and so are two threads that wait for each other like that.
// run: --rounds 8 => safe
// run: --rounds 8 --property assert => safe
// run: --engine explicit --unwind 1 => safe
// run: --engine explicit --unwind 1 --memory-model tso => safe
// run: --rounds 3 -- -DNEVER => bug
// run: --engine explicit --unwind 1 -- -DNEVER => bug
// run: --rounds 3 -- -DNEVER -DOTHER => bug
// run: --rounds 3 -- -DOTHER => bug
// expect: deadlock
#include <pthread.h>

int a, b, c;

void *
work(void *argument)
{
  while (!a || !b)
    ;
  c = 1;
  return argument;
}

int
main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  a = 1;
#ifdef OTHER
  while (!c || !a)
    ;
#endif
#ifndef NEVER
  b = 1;
#endif
  pthread_join(thread, NULL);
  return 0;
}
