// args: -- --target=aarch64-linux-gnu
// exit: 2
// stderr: programs for the target aarch64
int
main(void)
{
  return 0;
}
