/* Two locks are taken in the order of their addresses, whichever that is: no deadlock. */
// args: --rounds 3 --unwind 1
// verdict: bounded
#include <assert.h>
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int money;
};

static struct account ours = {PTHREAD_MUTEX_INITIALIZER, 5}, theirs = {PTHREAD_MUTEX_INITIALIZER, 5};

static void
transfer(struct account *from, struct account *to)
{
  struct account *first = from < to ? from : to, *second = from < to ? to : from;

  pthread_mutex_lock(&first->lock);
  pthread_mutex_lock(&second->lock);
  from->money--;
  to->money++;
  pthread_mutex_unlock(&second->lock);
  pthread_mutex_unlock(&first->lock);
}

static void *
pay_back(void *argument)
{
  transfer(&theirs, &ours);
  return argument;
}

int
main(void)
{
  pthread_t a;

  pthread_create(&a, NULL, pay_back, NULL);
  transfer(&ours, &theirs);
  pthread_join(a, NULL);
  assert(ours.money == 5 && theirs.money == 5);
  return 0;
}
