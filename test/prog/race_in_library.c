/* One side of the race is an access of the library's. */
// run: --rounds 2 --unwind 9 --property race => bug
// expect: data race
#include <pthread.h>
#include <string.h>

static char text[8] = "abc";

static void *
change(void *argument)
{
  text[2] = 'x';
  return argument;
}

int
main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, change, NULL);
  size_t length = strlen(text);
  pthread_join(thread, NULL);
  return (int)length;
}
