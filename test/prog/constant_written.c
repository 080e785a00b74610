// String literals and constant variables cannot be written.
// run: => bug
// run: -- -DVARIABLE => bug
// run: -- -DRIGHT => safe
// expect: write to something constant
static const int limit = 3;

int
main(void)
{
  char copy[] = "abc", *text = "abc";

#ifdef RIGHT
  text = copy;
#endif
#ifdef VARIABLE
  *(int *)&limit = 4;
#endif
  text[0] = 'x';
  return copy[0] == limit;
}
