// exit: 2
// stderr: integers_of_200_bits.c:
// stderr: not supported
int
main(void)
{
  unsigned _BitInt(200) x = 1;
  x <<= 190;
  return x > 5;
}
