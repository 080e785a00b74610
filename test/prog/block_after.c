// The life of a variable ends with the block that declares it, also for its own thread.
// run: => bug
// run: -- -DARRAY => bug
// run: -- -DCALL => bug
// run: -- -DRIGHT => safe
// expect: use of a local variable after its block was left: v
// replay: all
#include <assert.h>
#include <stddef.h>

static int *last;

static int
read_last(void)
{
  return *last;
}

int
main(void)
{
  int sum = 0, copy = 0;
  for (int i = 0; i < 2; i++) {
#ifdef ARRAY
    int v[3] = {i, i, i};
    last = v + 1;
#else
    int v = i;
    last = &v;
#endif
    sum += read_last();
    copy = *last;
#ifdef RIGHT
    last = &copy;
#endif
  }
  assert(sum == 1);
#ifdef CALL
  return read_last();
#else
  return *last - *last;
#endif
}
