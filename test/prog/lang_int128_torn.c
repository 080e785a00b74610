// A plain 128-bit variable is two words: whoever reads it while it is written may see half of it.
// run: --rounds 2 --unwind 2 => bug
// expect: assertion failed: copy == 0 || copy == -1
#include <assert.h>
#include <pthread.h>

static __int128 shared;

static void *
writer(void *argument)
{
  shared = -1;
  return argument;
}

int
main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, writer, NULL);
  __int128 copy = shared;
  assert(copy == 0 || copy == -1);
  pthread_join(thread, NULL);
  assert(shared == -1);
  return 0;
}
