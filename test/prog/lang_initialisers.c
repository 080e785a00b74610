/* Static and thread-local initialisers: addresses of functions, objects and members, designators,
 * unions, flexible arrays, texts, compound literals at file scope. */
// run: --rounds 2 --unwind 1 => safe
// run: --rounds 2 --unwind 1 -- -m32 => safe
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

struct node {
  int value;
  struct node *next;
  int (*apply)(int);
};

static int
twice(int x)
{
  return 2 * x;
}

static int
negate(int x)
{
  return -x;
}

extern struct node second;
static struct node first = {1, &second, twice};
struct node second = {.apply = negate, .next = &first, .value = 2};
static struct node *const table[4] = {[1] = &first, [3] = &second};
static int matrix[3][4] = {{1, 2}, [2] = {[3] = 9}};
static int *inside = &matrix[2][3], *end = matrix[2] + 4;
static const char *const names[] = {"zero", "one" + 1, &"three"[3]};
static char text[] = "abc", exact[3] = "xyz", padded[6] = "ab";
static struct {
  short n;
  char letters[];
} flexible = {3, {'p', 'q', 'r'}};
static union {
  float number;
  uint32_t bits;
  char bytes[8];
} overlay = {.bits = 0x3f800000};
static struct {
  unsigned low : 4, high : 12;
  signed sign : 2;
} fields = {5, 0xabc, -1};
static int *literal = (int[]){7, 8, 9};
static uintptr_t address = (uintptr_t)&first.apply;
static ptrdiff_t distance = offsetof(struct node, next);
static _Thread_local int counter = 40;
static _Thread_local struct node mine = {5, &first, negate};
static _Bool flag = 2;
enum { RED, GREEN = 5, BLUE };
static int colours[] = {[GREEN] = 1, [BLUE] = 2};

static void *
other(void *unused)
{
  (void)unused;
  assert(counter == 40 && mine.value == 5 && mine.next->value == 1);
  counter = 1;
  mine.value = 0;
  return &counter;
}

int
main(void)
{
  static int calls[2] = {0, 3};
  pthread_t thread;

  assert(first.next->apply(first.apply(4)) == -8 && second.next == &first);
  assert(!table[0] && table[1]->value == 1 && table[3]->next->value == 1);
  assert(matrix[0][1] == 2 && !matrix[1][3] && *inside == 9 && end - inside == 1);
  assert(names[0][3] == 'o' && names[1][0] == 'n' && names[2][0] == 'e');
  assert(sizeof text == 4 && text[3] == 0 && exact[2] == 'z' && !padded[5] && padded[1] == 'b');
  assert(flexible.n == 3 && flexible.letters[2] == 'r');
  assert(overlay.number == 1.0f && overlay.bytes[3] == 0x3f && !overlay.bytes[7]);
  assert(fields.low == 5 && fields.high == 0xabc && fields.sign == -1);
  assert(literal[2] == 9);
  assert(*(int (**)(int))address == twice && distance == (ptrdiff_t)sizeof(void *));
  assert(flag == 1 && colours[RED] == 0 && colours[BLUE] == 2);
  assert(calls[1] == 3);
  counter++;
  pthread_create(&thread, NULL, other, NULL);
  pthread_join(thread, NULL);
  assert(counter == 41 && mine.value == 5 && mine.apply(3) == -3);
  return 0;
}
