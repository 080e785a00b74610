/* Tests as a project has them: a queue of one place, with a mutex and without. */
#include <heddle.h>

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int place, full, taken;

static void *
put_with_mutex(void *value)
{
  pthread_mutex_lock(&mutex);
  place = *(int *)value;
  full = 1;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void *
put_without(void *value)
{
  full = 1;
  place = *(int *)value;
  return NULL;
}

static void
try_to_take(void *(*put)(void *))
{
  pthread_t thread;
  int value = heddle_nondet_int();

  heddle_assume(value > 0);
  pthread_create(&thread, NULL, put, &value);
  pthread_mutex_lock(&mutex);
  if (full)
    taken = place;
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  assert(taken == 0 || taken == value);
#ifdef WRONG
  assert(!full || taken == value);
#endif
}

HEDDLE_TEST(with_mutex)
{
  try_to_take(put_with_mutex);
}

#ifdef WRONG
HEDDLE_TEST(without_mutex)
{
  try_to_take(put_without);
}
#endif

static void *
count(void *unused)
{
  (void)put_without;
  heddle_atomic
  {
    place++;
    full++;
  }
  return unused;
}

HEDDLE_TEST(whole)
{
  pthread_t thread;

  pthread_create(&thread, NULL, count, NULL);
  heddle_atomic
  {
    assert(place == full);
  }
  pthread_join(thread, NULL);
}

#ifdef ENDLESS
HEDDLE_TEST(endless)
{
  for (unsigned i = 0; i < heddle_nondet_uint(); i++)
    assert(i < 4000000000U);
}
#endif
