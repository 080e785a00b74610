// A variable of a loop's body is another one in each iteration: it does not keep its value.
// run: => bug
// run: -- -DDO => bug
// run: -- -DARRAY => bug
// run: -- -DRIGHT => safe
#include <assert.h>

int
main(void)
{
  int sum = 0, i = 0;
#ifdef DO
  do {
#else
  for (i = 0; i < 3; i++) {
#endif
#ifdef ARRAY
    int all[2], *v = all + 1;
    if (i == 0)
      *v = 1;
    sum += *v;
#else
    int v;
#ifdef RIGHT
    v = 1;
#endif
    if (i == 0)
      v = 1;
    sum += v;
#endif
#ifdef DO
    i++;
  } while (i < 3);
#else
  }
#endif
  assert(sum == 3);
  return 0;
}
