/* A copy is changed and written back while the lock is held. */
// run: --rounds 2 --unwind 1 => safe
#include <assert.h>
#include <pthread.h>

struct account {
  long number;
  long balance[3];
};

static struct account account = {1, {10, 10, 10}};
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static struct account
deposit(struct account copy, long amount)
{
  copy.balance[1] += amount;
  return copy;
}

static void *
other(void *unused)
{
  struct account mine;

  (void)unused;
  pthread_mutex_lock(&mutex);
  mine = deposit(account, 10);
  account = mine;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, other, NULL);
  other(NULL);
  pthread_join(thread, NULL);
  assert(account.balance[1] == 30);
  return 0;
}
