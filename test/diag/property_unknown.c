// args: --property beauty
// exit: 1
// stderr: option '--property': unknown property 'beauty'
int
main(void)
{
  return 0;
}
