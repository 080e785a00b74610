// Each thread has a lock, but not the same one: they protect nothing, and the update is lost.
// run: --rounds 3 --unwind 2 => bug
// run: --rounds 3 --unwind 2 --no-merge => bug
// run: --rounds 3 --unwind 2 --engine explicit => bug
// labels: 3 3 3
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutexes[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int count;

static void
add(int index)
{
  pthread_mutex_lock(&mutexes[index]);
  count++;
  pthread_mutex_unlock(&mutexes[index]);
}

static void *
first(void *argument)
{
  add(0);
  return argument;
}

static void *
second(void *argument)
{
  add(1);
  return argument;
}

int
main(void)
{
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(count == 2);
}
