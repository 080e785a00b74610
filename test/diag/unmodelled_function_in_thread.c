// exit: 2
// stderr: unmodelled_function_in_thread.c:10:10: error: function 'frobnicate' has no definition and no model
#include <pthread.h>

void *frobnicate(void *argument);

static void *
work(void *argument)
{
  return frobnicate(argument);
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  return 0;
}
