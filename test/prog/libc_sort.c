/* qsort and bsearch with the user's comparison, on values that are not known. */
// run: --unwind 1 => safe
// brute: no
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);

static int
compare(const void *a, const void *b)
{
  int x = *(const int *)a, y = *(const int *)b;

  return (x > y) - (x < y);
}

static int
compare_down(const void *a, const void *b, void *calls)
{
  ++*(int *)calls;
  return -compare(a, b);
}

int
main(void)
{
  int numbers[3], more[] = {1, 3, 2}, calls = 0, sum = 0, key;

  for (int i = 0; i < 3; i++)
    sum += numbers[i] = __VERIFIER_nondet_uchar();
  key = numbers[2];
  qsort(numbers, 3, sizeof *numbers, compare);
  assert(numbers[0] <= numbers[1] && numbers[1] <= numbers[2]);
  assert(numbers[0] + numbers[1] + numbers[2] == sum);

  int *found = bsearch(&key, numbers, 3, sizeof *numbers, compare);
  assert(found && *found == key);
  key = 256;
  assert(!bsearch(&key, numbers, 3, sizeof *numbers, compare));

  qsort_r(more, 3, sizeof *more, compare_down, &calls);
  assert(more[0] == 3 && more[1] == 2 && more[2] == 1 && calls >= 2);
  return 0;
}
