/* Two mutexes in opposite orders, while another thread runs for ever or has ended. */
// wrong deadlock
// wrong deadlock -DBUSY
// right -DSAME_ORDER
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static atomic_int turn;

static void *
one(void *argument)
{
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return argument;
}

static void *
two(void *argument)
{
#ifdef SAME_ORDER
  return one(argument);
#endif
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return argument;
}

#ifdef BUSY
static void *
busy(void *argument)
{
  for (;;)
    atomic_fetch_xor(&turn, 1);
  return argument;
}
#endif

int
main(void)
{
  pthread_t c, d;
#ifdef BUSY
  pthread_t e;
  pthread_create(&e, NULL, busy, NULL);
#endif
  pthread_create(&c, NULL, one, NULL);
  pthread_create(&d, NULL, two, NULL);
  pthread_join(c, NULL);
  pthread_join(d, NULL);
  return 0;
}
