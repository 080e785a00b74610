/* Allocation that may fail: every result is looked at, and errno says why. */
// run: --malloc-may-fail => safe
// brute: no
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void
zeroed(void)
{
  int *numbers = calloc(2, sizeof *numbers);

  assert(numbers ? numbers[0] == 0 && numbers[1] == 0 : errno == ENOMEM);
  free(numbers);
  errno = 0;
  assert(calloc(SIZE_MAX / 2, 3) == NULL && errno == ENOMEM);
  errno = 0;
  assert(reallocarray(NULL, SIZE_MAX / 2, 3) == NULL && errno == ENOMEM);
}

static void
aligned(void)
{
  char *block = aligned_alloc(256, 512), *other = memalign(50, 1);
  void *third = &third;

  assert((uintptr_t)block % 256 == 0 && (uintptr_t)other % 64 == 0);
  if (other)
    *other = 1;
  free(block);
  free(other);
  errno = 0;
  assert(aligned_alloc(3, 3) == NULL && errno == EINVAL);
  assert(posix_memalign(&third, 2, 8) == EINVAL && third == &third);
  if (posix_memalign(&third, 1024, 8) == 0) {
    assert((uintptr_t)third % 1024 == 0);
    free(third);
  } else {
    assert(third == &third);
  }
}

static void
copies(void)
{
  char *word = strdup("warp"), *start = strndup("weft", 2), *whole = strndup("loom", 9);

  assert(!word || strcmp(word, "warp") == 0);
  assert(!start || strcmp(start, "we") == 0);
  assert(!whole || strcmp(whole, "loom") == 0);
  free(word);
  free(start);
  free(whole);
}

int
main(void)
{
  int *number = malloc(sizeof *number), *again = realloc(NULL, sizeof *again);

  if (number)
    *number = 3;
  else
    assert(errno == ENOMEM);
  assert(!number || *number == 3);
  if (again)
    *again = 4;
  assert(!number || number != again);
  free(number);
  free(again);
  free(NULL);
  zeroed();
  aligned();
  copies();
  return 0;
}
