// exit: 2
// stderr: unmodelled_variable
// stderr: frobs
extern int frobs;

int
main(void)
{
  return frobs;
}
