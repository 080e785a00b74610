/* Threads that work on a variable of main's stack. */
// args: --rounds 3 --unwind 1
// verdict: bug
// expect: counter == 2
// labels: 3 3 3
#include <assert.h>
#include <pthread.h>

static void *
work(void *argument)
{
  int *counter = argument;

  (*counter)++;
  return NULL;
}

int
main(void)
{
  int counter = 0;
  pthread_t a, b;

  pthread_create(&a, NULL, work, &counter);
  pthread_create(&b, NULL, work, &counter);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2);
  return 0;
}
