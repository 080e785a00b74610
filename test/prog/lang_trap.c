/* The process ends itself, but only if both threads have been there. */
// run: --rounds 2 --unwind 1 => bug
// expect: __builtin_trap
#include <pthread.h>

static _Atomic int visits;

static void *
visit(void *unused)
{
  if (++visits == 2)
    __builtin_trap();
  return unused;
}

int
main(void)
{
  pthread_t thread;
  char buffer[4];
  volatile char *pointer = __builtin_alloca(3);

  pointer[2] = 1;
  if (__builtin_object_size(buffer, 0) == 4 && pointer[2] == 1)
    pthread_create(&thread, NULL, visit, NULL);
  visit(NULL);
  return 0;
}
