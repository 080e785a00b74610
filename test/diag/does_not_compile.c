// A file that does not compile shows clang's own messages.
// exit: 2
// stderr: does_not_compile.c:8:11: error: expected ';'
// stderr: does_not_compile.c does not compile
int
main(void)
{
  return 0
}
