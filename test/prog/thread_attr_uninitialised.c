/* Attributes that nobody has initialised. */
// run: --rounds 1 --unwind 1 => bug
// expect: thread attributes are used that are not initialised
#include <pthread.h>

static void *
work(void *argument)
{
  return argument;
}

int
main(void)
{
  pthread_attr_t attributes;
  pthread_t thread;

  pthread_create(&thread, &attributes, work, NULL);
  return 0;
}
