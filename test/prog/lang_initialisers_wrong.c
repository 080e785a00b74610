/* The flexible array is one element shorter than its count says. */
// run: --rounds 1 --unwind 1 => bug
// expect: invalid memory access
static struct {
  short n;
  short numbers[];
} list = {4, {1, 2, 3}};

int
main(void)
{
  int sum = 0;

  for (int i = 0; i < list.n; i++)
    sum += list.numbers[i];
  return sum;
}
