// run: emit @ --form sequential
// exit: 0
int
main(void)
{
  return 0;
}
