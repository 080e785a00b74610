/* Nested structures, copied by value, passed and returned by value. */
// verdict: safe
// labels: 1
#include <assert.h>

struct point {
  int x, y;
};

struct box {
  char name;
  struct point corners[2];
  struct {
    short width, height;
  } size;
};

static struct box
move(struct box box, int by)
{
  for (int i = 0; i < 2; i++) {
    box.corners[i].x += by;
    box.corners[i].y -= by;
  }
  return box;
}

static struct box global = {'a', {{1, 2}, {3, 4}}, {5, 6}};

int
main(void)
{
  struct box copy = global, moved = move(copy, 10);

  assert(moved.corners[0].x == 11 && moved.corners[1].y == -6);
  assert(moved.name == 'a' && moved.size.height == 6);
  assert(copy.corners[0].x == 1);
  copy = moved;
  copy.corners[1] = (struct point){.y = 9};
  assert(copy.corners[1].x == 0 && copy.corners[1].y == 9);
  assert(moved.corners[1].x == 13);
  return 0;
}
