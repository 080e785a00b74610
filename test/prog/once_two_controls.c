/* Two control words: the function runs once for each of them. */
// run: --rounds 2 --unwind 1 => bug
// expect: times == 1
#include <assert.h>
#include <pthread.h>

static pthread_once_t first = PTHREAD_ONCE_INIT, second = PTHREAD_ONCE_INIT;
static int times;

static void
initialise(void)
{
  times++;
}

int
main(void)
{
  pthread_once(&first, initialise);
  pthread_once(&first, initialise);
  assert(times == 1);
  pthread_once(&second, initialise);
  assert(times == 1);
  return 0;
}
