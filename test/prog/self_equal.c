/* pthread_self is the same as what create gave out, and different in each thread. */
// args: --rounds 2 --unwind 1
// verdict: bounded
// labels: 3 1 1
#include <assert.h>
#include <pthread.h>

static pthread_t main_thread;

static void *
work(void *result)
{
  assert(!pthread_equal(pthread_self(), main_thread));
  assert(pthread_equal(pthread_self(), pthread_self()));
  *(pthread_t *)result = pthread_self();
  return NULL;
}

int
main(void)
{
  pthread_t a, b, self_a, self_b;

  main_thread = pthread_self();
  pthread_create(&a, NULL, work, &self_a);
  pthread_create(&b, NULL, work, &self_b);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(pthread_equal(a, self_a) && pthread_equal(b, self_b));
  assert(!pthread_equal(a, b));
  return 0;
}
