/* strncpy leaves a word that fills its field without a terminator: strlen runs out of it. */
// run: --unwind 1 => bug
// expect: invalid
#include <assert.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

int
main(void)
{
  static const char *const words[] = {"warp", "heddle", "shuttles"};
  int i = __VERIFIER_nondet_int();
  char field[8];

  if (i < 0 || i > 2)
    return 0;
  strncpy(field, words[i], sizeof field);
  assert(strlen(field) >= 4);
  return 0;
}
