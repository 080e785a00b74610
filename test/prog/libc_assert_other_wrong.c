/* What the assert of other C libraries calls. */
// verdict: bug
// expect: assertion failed: what other libraries call
void __assert(const char *condition, const char *file, int line);

int
main(void)
{
  __assert("what other libraries call", "warp", 1);
  return 0;
}
