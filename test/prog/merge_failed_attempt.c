// A thread tries to take a flag that it holds already, in vain, and clears it in the same critical section. So
// the section changes the flag, from what it was to 0, and the order of two sections matters.
// run: --unwind 3 --engine explicit => bug
// run: --unwind 3 --engine order => bug
// run: --rounds 4 --unwind 3 => bug
// run: --unwind 3 --engine explicit -- -DMUTEX => bug
// run: --unwind 3 --engine explicit -- -DONCE => safe
// brute: no
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static atomic_int flag;

static int
try_flag(void)
{
#ifdef MUTEX
  return pthread_mutex_trylock(&other) == 0;
#else
  int zero = 0;

  return atomic_compare_exchange_strong(&flag, &zero, 1);
#endif
}

static void
clear_flag(void)
{
#ifdef MUTEX
  pthread_mutex_unlock(&other);
#else
  flag = 0;
#endif
}

static void *
hold(void *argument)
{
  pthread_mutex_lock(&mutex);
  try_flag();
#ifndef ONCE
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  try_flag();
#endif
  clear_flag();
  pthread_mutex_unlock(&mutex);
  return argument;
}

static int
look(void)
{
  pthread_mutex_lock(&mutex);
#ifdef MUTEX
  int free = try_flag();
  if (free)
    clear_flag();
#else
  int free = !flag;
#endif
  pthread_mutex_unlock(&mutex);
  return free;
}

static void *
watch(void *argument)
{
  int first = look(), second = look();

  assert(first || !second);
  return argument;
}

int
main(void)
{
  pthread_t one, two;

  pthread_create(&one, NULL, hold, NULL);
  pthread_create(&two, NULL, watch, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
