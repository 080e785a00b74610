// Blocks that are never freed, where the program ends by exit; what the library allocates for itself
// does not count.
// run: --property leak => bug
// expect: memory leak
// expect: malloc
// run: --property leak -- -DRIGHT => safe
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;

int
main(void)
{
  char *block = malloc(4);

  pthread_key_create(&key, free);
#ifdef RIGHT
  free(block);
#endif
  exit(block == NULL);
}
