// exit: 2
// stderr: section_half_open.c
// stderr: an atomic section is open on one path to this place and not on another
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
