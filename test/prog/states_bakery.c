/* Lamport's bakery: whoever has the smallest number goes first. The wrong one does not wait for those that
 * are still drawing. */
// run: --time 600 => safe
// run: --time 600 -- -DWRONG => bug
// expect: inside == 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { THREADS = 3 };

static atomic_int drawing[THREADS], number[THREADS];
static int inside;

static bool
goes_before(int other, int i)
{
  int theirs = number[other];
  return theirs && (theirs < number[i] || (theirs == number[i] && other < i));
}

static void
lock(int i)
{
  int most = 0;
  drawing[i] = 1;
  for (int other = 0; other < THREADS; other++) {
    int theirs = number[other];
    most = theirs > most ? theirs : most;
  }
  number[i] = most + 1;
  drawing[i] = 0;
  for (int other = 0; other < THREADS; other++) {
#ifndef WRONG
    while (drawing[other])
      ;
#endif
    while (goes_before(other, i))
      ;
  }
}

static void *
work(void *argument)
{
  int i = (int)(intptr_t)argument;
  lock(i);
  inside++;
  assert(inside == 1);
  inside--;
  number[i] = 0;
  return NULL;
}

int
main(void)
{
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, work, (void *)(intptr_t)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
