/* What other verifiers call assumptions, assertions, sections and arbitrary values; undeclared, as
 * in their programs. */
// run: --rounds 4 -- -w => safe
// run: --rounds 3 -- -w -DNO_SECTION => bug
// run: -- -w -DWRONG1 => bug
// run: -- -w -DWRONG2 => bug
// run: -- -w -DWRONG3 => bug
// expect: the counter is not too small
#include <pthread.h>

unsigned nondet_uint();
float nondet_float();
double nondet_double();
_Bool nondet_bool();
void *nondet_pointer();
unsigned char nondet_uchar();

int counter;

void *
add(void *argument)
{
#ifndef NO_SECTION
  __CPROVER_atomic_begin();
#endif
  counter++;
#ifndef NO_SECTION
  __CPROVER_atomic_end();
#endif
  return argument;
}

void *
add_too(void *argument)
{
  __ESBMC_atomic_begin();
  counter++;
  __ESBMC_atomic_end();
  return argument;
}

int
main(void)
{
  pthread_t threads[2];
  int any = nondet_int();
  unsigned small = nondet_uint();
  __CPROVER_assume(any & 2);
  __ESBMC_assume(small < 5);
  pthread_create(&threads[0], 0, add, 0);
  pthread_create(&threads[1], 0, add_too, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  __CPROVER_assert(counter > 1, "the counter is not too small");
  __ESBMC_assert(any != 0, "not 0");
  __ESBMC_assert(small <= 4 && nondet_uchar() < 256 && nondet_bool() < 2, "small");
#ifdef WRONG1
  __CPROVER_assert(nondet_pointer() != 0, "not NULL");
#elif defined WRONG2
  __ESBMC_assert(nondet_float() != 1.5f || nondet_double() != 2.5, "not 1.5");
#elif defined WRONG3
  __ESBMC_assert(any & 1, "odd");
#endif
}
