/* A stack size that is too small is refused; the program takes it for granted that it is not. */
// run: --rounds 1 --unwind 1 => bug
// expect: size == 1000
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int
main(void)
{
  pthread_attr_t attributes;
  size_t size;

  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 1000);
  pthread_attr_getstacksize(&attributes, &size);
  assert(size == 1000);
  return 0;
}
