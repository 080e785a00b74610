/* To ask for the size of a block that somebody frees at the same time is a use of it. */
// run: --time 600 => bug
// run: --rounds 2 --unwind 1 => bug
// run: --time 600 -- -DJOINED => safe
// expect: use after free
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>

static void *
look(void *block)
{
  return malloc_usable_size(block) ? block : NULL;
}

static void *
release(void *block)
{
  free(block);
  return NULL;
}

int
main(void)
{
  pthread_t first, second;
  void *block = malloc(8);
  if (!block)
    return 0;
  pthread_create(&first, NULL, look, block);
#ifdef JOINED
  pthread_join(first, NULL);
#endif
  pthread_create(&second, NULL, release, block);
#ifndef JOINED
  pthread_join(first, NULL);
#endif
  pthread_join(second, NULL);
}
