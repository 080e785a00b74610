// The bytes of a long double are not made up.
// exit: 2
// stderr: error: long double is not supported
static long double half = 0.5L;

int
main(void)
{
  return *(unsigned char *)&half;
}
