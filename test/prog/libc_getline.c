/* A line has at least one character and an end; its memory is the caller's to free. */
// run: --malloc-may-fail --property assert,memory => bounded
// run: --malloc-may-fail -- -DWRONG => bug
// brute: no
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int
main(void)
{
  char *line = NULL;
  size_t size = 0;
  ssize_t length = getline(&line, &size, stdin);

  if (length >= 0) {
    assert(length > 0 && (size_t)length < size && line[length] == 0);
#ifdef WRONG
    assert(line[0] != '!');
#endif
  }
  free(line);
  return 0;
}
