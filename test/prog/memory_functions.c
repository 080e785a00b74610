/* memcpy, memmove and memset of structures and arrays. */
// verdict: safe
// labels: 1
#include <assert.h>
#include <string.h>

struct record {
  int id;
  char name[4];
  struct record *next;
};

int
main(void)
{
  struct record a = {7, "abc", &a}, b;
  int numbers[4] = {1, 2, 3, 4};

  memcpy(&b, &a, sizeof b);
  assert(b.id == 7 && b.name[2] == 'c' && b.next == &a);
  memset(&a, 0, sizeof a);
  assert(a.id == 0 && a.name[0] == 0 && a.next == NULL);
  memset(b.name, 'x', 2);
  assert(b.name[0] == 'x' && b.name[1] == 'x' && b.name[2] == 'c');
  memmove(numbers + 1, numbers, 3 * sizeof *numbers);
  assert(numbers[0] == 1 && numbers[1] == 1 && numbers[2] == 2 && numbers[3] == 3);
  memset(numbers, 0xff, sizeof *numbers);
  assert(numbers[0] == -1 && numbers[1] == 1);
  return 0;
}
