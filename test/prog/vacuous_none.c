// A program without any assertion.
// verdict: safe
// expect: note: the program has no assertion
#define NDEBUG /* which nothing asks for */

int
main(void)
{
  return 0;
}
