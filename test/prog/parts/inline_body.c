/* See ../inline_body.c. */
inline int
scale(int x)
{
  return 3 * x;
}

int
both(int x)
{
  return 4 * x;
}

inline __attribute__((always_inline)) int
always(int x)
{
  return scale(x) - x;
}

int
their_scale(int x)
{
  return scale(x);
}

int
their_double(int x)
{
  return always(x);
}
