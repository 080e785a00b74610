/* Money goes back and forth between accounts, each behind a mutex of its own. Whoever needs two of them
 * takes the one with the lower number first, so there is no deadlock, and no money is lost. With -DWRONG
 * everybody takes the account first from which the money goes. */
// run: --time 600 => safe
// run: --time 600 -- -DWRONG => bug
// expect: deadlock
// brute: no
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { ACCOUNTS = 3, BALANCE = 100 };

struct account {
  pthread_mutex_t mutex;
  int balance;
};

static struct account accounts[ACCOUNTS] = {
  {PTHREAD_MUTEX_INITIALIZER, BALANCE},
  {PTHREAD_MUTEX_INITIALIZER, BALANCE},
  {PTHREAD_MUTEX_INITIALIZER, BALANCE},
};

static void
transfer(int from, int to, int amount)
{
  int first = from, second = to;

#ifndef WRONG
  if (to < from) {
    first = to;
    second = from;
  }
#endif
  pthread_mutex_lock(&accounts[first].mutex);
  pthread_mutex_lock(&accounts[second].mutex);
  if (accounts[from].balance >= amount) {
    accounts[from].balance -= amount;
    accounts[to].balance += amount;
  }
  pthread_mutex_unlock(&accounts[second].mutex);
  pthread_mutex_unlock(&accounts[first].mutex);
}

static void *
forth(void *argument)
{
  transfer(0, 1, 60);
  transfer(1, 2, 130);
  return argument;
}

static void *
back(void *argument)
{
  transfer(1, 0, 70);
  transfer(2, 1, 50);
  return argument;
}

static void *
around(void *argument)
{
  transfer(2, 0, 80);
  return argument;
}

int
main(void)
{
  static void *(*const clerks[])(void *) = {forth, back, around};
  pthread_t threads[3];
  int sum = 0;

  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, clerks[i], NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  for (int i = 0; i < ACCOUNTS; i++) {
    assert(accounts[i].balance >= 0);
    sum += accounts[i].balance;
  }
  assert(sum == ACCOUNTS * BALANCE);
  return 0;
}

// why: pthread_mutex_lock(&accounts[first].mutex);
// why: pthread_mutex_lock(&accounts[second].mutex);
