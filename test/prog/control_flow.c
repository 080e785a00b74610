/* switch with fall-through, goto, do-while, short-circuit and ternary. */
// verdict: safe
// labels: 1
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

static int
classify(int n)
{
  int result = 0;

  switch (n) {
  case 0:
    result = 10;
    break;
  case 1:
    result += 1;
    /* fall through */
  case 2:
    result += 2;
    break;
  case 100 ... 200:
    result = 50;
    break;
  default:
    result = n < 50 ? -1 : -2;
  }
  return result;
}

static int
touch(int *counter)
{
  return ++*counter;
}

int
main(void)
{
  unsigned char n = __VERIFIER_nondet_uchar();
  int result = classify(n), counter = 0, tries = 0;

  assert((n == 1) == (result == 3));
  assert((n >= 100 && n <= 200) == (result == 50));
  assert(result != -1 || (n > 2 && n < 50));
  if ((n == 0 && touch(&counter)) || (n != 0 && touch(&counter) == 2))
    goto done;
  assert(n != 0);
  touch(&counter);
done:
  assert(counter == (n == 0 ? 1 : 2));
  do
    tries++;
  while (tries < 3);
  assert(tries == 3);
  return 0;
}
