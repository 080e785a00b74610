/* Blocks that are there when the process ends. A thread that nobody waits for may have made one, or may not have freed one
 * yet. */
// also: leaks
// route: no, where main returns is no point of the program
// right
// wrong leak -DFORGOTTEN
// wrong leak -DLATE
// wrong leak -DEXIT
// right -DWAITS
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int done;

static void *
work(void *argument)
{
  void *block = malloc(4);
#ifndef FORGOTTEN
  free(block);
#endif
  done = 1;
  return argument;
}

int
main(void)
{
  pthread_t t;
  free(malloc(2));
  pthread_create(&t, NULL, work, NULL);
#ifdef WAITS
  while (!done)
    ;
#elif !defined LATE && !defined EXIT
  pthread_join(t, NULL);
#endif
#ifdef EXIT
  exit(0);
#endif
  return 0;
}
