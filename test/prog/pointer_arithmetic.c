/* Pointers walk through an array; differences and comparisons. */
// verdict: safe
// labels: 1
#include <assert.h>
#include <stddef.h>

static long numbers[5] = {2, 3, 5, 7, 11};

static long
sum(const long *from, const long *to)
{
  long total = 0;

  while (from < to)
    total += *from++;
  return total;
}

int
main(void)
{
  long *middle = numbers + 2, *end = &numbers[5];
  char *byte = (char *)middle;

  assert(sum(numbers, end) == 28);
  assert(sum(middle, end) == 23);
  assert(end - middle == 3 && byte - (char *)numbers == 16);
  assert(middle[-1] == 3 && *(long *)(byte + 8) == 7);
  assert(*byte == 5);
  return 0;
}
