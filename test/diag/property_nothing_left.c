// args: --property assert,-assert
// exit: 1
// stderr: option '--property': nothing is left of the list
int
main(void)
{
  return 0;
}
