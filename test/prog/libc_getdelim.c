/* A word has an end and room for it; its memory is new each time, and the caller's to free. */
// run: --malloc-may-fail => bounded
// run: --malloc-may-fail -- -DWRONG => bug
// brute: no
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

int
main(void)
{
  char *word = NULL, *before;
  size_t size = 0;
  ssize_t length = getdelim(&word, &size, ' ', stdin);

  if (length >= 0)
    assert(length > 0 && (size_t)length < size && word[length] == 0);
  assert(getdelim(NULL, &size, ' ', stdin) == -1 && errno == EINVAL);
  before = word;
  length = getdelim(&word, &size, ' ', stdin);
#ifdef WRONG
  if (length > 0 && before)
    before[0] = 0; /* where the word was, perhaps */
#else
  assert(length < 0 || word[length] == 0 || before == word);
#endif
  free(word);
  return 0;
}
