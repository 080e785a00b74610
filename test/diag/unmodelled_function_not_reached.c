// ... and no error where it is not.
// exit: 0
int frobnicate(int x);

static int wanted;

static int
unused(void)
{
  return frobnicate(1);
}

int
main(void)
{
  if (wanted)
    return unused();
  return 0;
}
