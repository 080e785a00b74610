/* x86 does not mind where a number lies: an access through a pointer that may be anywhere is valid wherever there is room
 * for it. In memory of bytes it is followed to all places, elsewhere to those where something of that size is. */
// replay: all
// run: => safe
// run: -- -DPACKED => safe
// run: -- -DRANGE => safe
// run: -- -DNUMBERS => bounded
// run: -- -DTOO_FAR => bug
// run: -- -DTOO_FAR -DNUMBERS => bug
// run: -- -DVALUE => bug
// run: -- -DTORN => bug
// expect: invalid memory access
// brute: no
#include <assert.h>
#include <string.h>

char *__VERIFIER_nondet_pointer(void);

#ifdef NUMBERS
static int memory[10];
#elif defined PACKED
static struct {
  char kind;
  long number;
} __attribute__((packed)) memory[2];
#else
static char memory[40];
#endif

int
main(void)
{
  char *place = __VERIFIER_nondet_pointer(), *first = (char *)memory;
  long number = 0;

#ifdef TOO_FAR
  if (place == first + 33)
    *(long *)place = 1;
#elif defined RANGE
  if (place < first || place > first + 32)
    return 0;
  *(long *)place = 7;
  memcpy(&number, place, sizeof number);
  assert(number == 7);
#elif defined PACKED
  if (place == (char *)&memory[1].number)
    *(long *)place = 1;
  (void)number;
#else
  if (place == first + 2)
    *(long *)place = 1;
#ifdef VALUE
  memcpy(&number, first + 2, sizeof number);
  assert(number == 0);
#elif defined TORN
  memcpy(&number, first, sizeof number);
  assert(number != 1l << 16);
#endif
#endif
  return 0;
}
