/* Most threads give the lock back in the label that takes it. One does not: then the others wait for
 * ever. */
// run: --rounds 2 --unwind 2 -- -DENDS => bug
// expect: deadlock
// run: --rounds 2 --unwind 2 -- -DTWO => bug
// run: --rounds 3 --unwind 2 => bounded
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void *
user(void *argument)
{
  pthread_mutex_lock(&lock);
  x++;
  pthread_mutex_unlock(&lock);
  return argument;
}

static void *
keeper(void *argument)
{
#ifdef ENDS
  pthread_mutex_lock(&lock);
#endif
#ifdef TWO
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&other);
  y++;
  pthread_mutex_unlock(&other);
  pthread_mutex_unlock(&lock);
#endif
  return argument;
}

int
main(void)
{
  pthread_t a, b, c;
  pthread_create(&a, NULL, keeper, NULL);
  pthread_create(&b, NULL, user, NULL);
  pthread_create(&c, NULL, user, NULL);
#ifdef TWO
  pthread_mutex_lock(&other);
  pthread_mutex_lock(&lock);
  y++;
  pthread_mutex_unlock(&lock);
  pthread_mutex_unlock(&other);
#endif
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  assert(x == 2 && y >= 0);
  return 0;
}
