/* A thread that would go on for ever, cancelled while it sleeps: its loop is a mere wait to be
 * cancelled, and needs no bound. */
// run: --rounds 3 --unwind 1 => safe
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int cleaned;

static void
clean(void *argument)
{
  *(int *)argument = 1;
}

static void *
work(void *argument)
{
  pthread_cleanup_push(clean, &cleaned);
  for (;;)
    sleep(1);
  pthread_cleanup_pop(0);
  return argument;
}

int
main(void)
{
  pthread_t thread;
  void *result;

  pthread_create(&thread, NULL, work, NULL);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED);
  assert(cleaned == 1);
  return 0;
}
