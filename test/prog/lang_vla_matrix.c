// Two variable dimensions, as a parameter too; and a new array in each iteration.
// run: --unwind 25 => safe
// run: --unwind 25 -- -DLAST=0 => bug
// brute: no
#include <assert.h>
#include <stdbool.h>
#include <string.h>

#ifndef LAST
#define LAST 1
#endif

bool __VERIFIER_nondet_bool(void);

static int
corner(int rows, int columns, int matrix[rows][columns])
{
  return matrix[rows - 1][columns - LAST];
}

int
main(void)
{
  int rows = __VERIFIER_nondet_bool() ? 2 : 3, columns = __VERIFIER_nondet_bool() ? 1 : 2;
  int matrix[rows][columns];
  memset(matrix, 0, sizeof matrix);
  matrix[rows - 1][columns - 1] = 9;
  assert(corner(rows, columns, matrix) == 9);
  for (int i = 1; i < 4; i++) {
    char text[i];
    text[i - 1] = (char)i;
    assert(text[i - 1] == i && sizeof text == (unsigned)i);
  }
  return 0;
}
