// All functions that are missing are named at once, each once.
// exit: 2
// stderr: unmodelled_functions.c:12:7: error: function 'frobnicate' has no definition and no model; name
// stderr: unmodelled_functions.c:13:11: error: function 'twiddle' has no definition and no model
int frobnicate(int x);
int *twiddle(int x);

int
main(void)
{
  int y;
  y = frobnicate(1) + frobnicate(2);
  return *twiddle(y);
}
