// exit: 2
// stderr: frame_address.c:7
// stderr: llvm.frameaddress
int
main(void)
{
  return __builtin_frame_address(0) == 0;
}
