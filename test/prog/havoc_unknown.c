/* Functions without definition and model return anything, if the user wants so, and the report says
 * that this was assumed. */
// run: --rounds 1 --unwind 1 --havoc-unknown => bug
// run: --rounds 1 --unwind 1 --havoc-unknown -- -DRIGHT => bounded
// expect: assumed: function 'read_sensor' has no model: its result is arbitrary, and it changes nothing
// expect: assumed: function 'read_both' has no model: its result is arbitrary, and it changes nothing
// expect: read_sensor() = 1234567
// brute: no
#include <assert.h>

struct both {
  long a;
  char b;
};

int read_sensor(int number);
struct both read_both(void);
void show(int value);
_Noreturn void give_up(void);

int
main(void)
{
  int x = read_sensor(1);
  struct both both = read_both();

  show(x);
  if (both.b != 'b')
    give_up();
  assert(both.b == 'b'); /* whoever gave up is not here */
#ifdef RIGHT
  assert(x != 1234567 || both.a != 1 || both.a + x == 1234568);
#else
  assert(x != 1234567 || both.a != 1);
#endif
  return 0;
}
