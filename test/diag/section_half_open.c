// exit: 2
// stderr: section_half_open.c
// stderr: atomic section that not all paths to it entered at the same point
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
_Bool __VERIFIER_nondet_bool(void);

static int x;

int
main(void)
{
  if (__VERIFIER_nondet_bool())
    __VERIFIER_atomic_begin();
  x = 1;
  __VERIFIER_atomic_end();
  return 0;
}
