// exit: 0
static int wanted;

int
main(void)
{
  if (wanted)
    __asm__ volatile("mfence");
  return 0;
}
