/* Handlers run in the opposite order of their pushing, with pthread_exit from any depth, but not
 * those that have been popped, and before the destructors of keys; a popped handler runs if asked
 * to. */
// run: --rounds 2 --unwind 1 => safe
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int trail;

static void
note(void *argument)
{
  trail = 10 * trail + *(int *)argument;
}

static void
inner(void)
{
  static int three = 3, four = 4;

  pthread_cleanup_push(note, &three);
  pthread_cleanup_push(note, &four);
  pthread_cleanup_pop(0);
  pthread_exit(&trail);
  pthread_cleanup_pop(0);
}

static void *
work(void *argument)
{
  static int one = 1, two = 2, five = 5, six = 6;

  pthread_setspecific(key, &six);
  pthread_cleanup_push(note, &one);
  pthread_cleanup_push(note, &two);
  pthread_cleanup_push(note, &five);
  pthread_cleanup_pop(1);
  inner();
  pthread_cleanup_pop(1);
  pthread_cleanup_pop(1);
  return argument;
}

int
main(void)
{
  pthread_t thread;
  void *result;

  pthread_key_create(&key, note);
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, &result);
  assert(result == &trail);
  assert(trail == 53216);
  return 0;
}
