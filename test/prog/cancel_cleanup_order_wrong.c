/* Not in the order in which they were pushed. */
// run: --rounds 2 --unwind 1 => bug
// expect: trail == 12
#include <assert.h>
#include <pthread.h>

static int trail;

static void
note(void *argument)
{
  trail = 10 * trail + *(int *)argument;
}

static void *
work(void *argument)
{
  int one = 1, two = 2;

  pthread_cleanup_push(note, &one);
  pthread_cleanup_push(note, &two);
  pthread_exit(argument);
  pthread_cleanup_pop(0);
  pthread_cleanup_pop(0);
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  assert(trail == 12);
  return 0;
}
