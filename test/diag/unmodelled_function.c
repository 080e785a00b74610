// A function without definition and model is an error where it is reached.
// exit: 2
// stderr: unmodelled_function.c:10:10: error: function 'frobnicate' has no definition and no model
// stderr: or let such functions return anything: --havoc-unknown
int frobnicate(int x);

int
main(void)
{
  return frobnicate(3);
}
