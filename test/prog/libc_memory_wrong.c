/* A result that nobody looks at: found only if allocation may fail. */
// run: --malloc-may-fail => bug
// run: --malloc-may-fail -- -DALLOCATE=calloc(1,8) => bug
// run: --malloc-may-fail -- -DALLOCATE=strdup("warps") => bug
// run: --malloc-may-fail -- -DALLOCATE=aligned_alloc(8,8) => bug
// run: --malloc-may-fail -- -DALLOCATE=realloc(NULL,8) => bug
// expect: null pointer dereference
// brute: no
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#ifndef ALLOCATE
#define ALLOCATE malloc(8)
#endif

int
main(void)
{
  char *block = ALLOCATE;

  block[0] = 1;
  free(block);
  return 0;
}
