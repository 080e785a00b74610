/* A pointer that may lie a little before an object, or too close to its end, among valid places. */
// run: => bug
// run: -- -DEND => bug
// run: -- -DINSIDE => safe
// expect: access through an invalid pointer
// brute: no
// replay: no, an arbitrary number that is close to an address is not close to that of the process
char *__VERIFIER_nondet_pointer(void);

static char memory[12];

int
main(void)
{
  char *place = __VERIFIER_nondet_pointer();

#ifdef END
  if (place >= memory + 1 && place <= memory + 9)
#elif defined INSIDE
  if (place >= memory && place <= memory + 8)
#else
  if (place < memory + 2 && place > memory - 2)
#endif
    *(int *)place = 1;
  return 0;
}
