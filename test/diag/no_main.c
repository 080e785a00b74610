// exit: 2
// stderr: no function 'main'
int
helper(void)
{
  return 0;
}
