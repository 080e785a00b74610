// A member of a structure at NULL, an element before an array and one far behind it: the report
// says what they are.
// run: => bug
// expect: null pointer dereference
// run: -- -DBEFORE => bug
struct pair {
  int first, second;
};
static int numbers[3];

int
main(void)
{
  struct pair *none = 0;
  int index = -2;

#ifdef BEFORE
  return numbers[index];
#endif
  return none->second + numbers[-index];
}
