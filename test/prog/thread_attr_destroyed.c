/* Attributes that are used after they have been destroyed. */
// run: --rounds 1 --unwind 1 => bug
// expect: thread attributes are used that are not initialised
#include <pthread.h>

int
main(void)
{
  pthread_attr_t attributes;

  pthread_attr_init(&attributes);
  pthread_attr_destroy(&attributes);
  pthread_attr_setstacksize(&attributes, 1 << 20);
  return 0;
}
