/* A word that is not known is followed to its end without a bound. */
// run: --unwind 1 => safe
// brute: no
#include <assert.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

int
main(void)
{
  static const char *const words[] = {"warp", "heddle", "shuttle"};
  int i = __VERIFIER_nondet_int();
  char field[8];

  if (i < 0 || i > 2)
    return 0;
  strncpy(field, words[i], sizeof field);
  assert(strlen(field) == (i == 0 ? 4u : (unsigned)i + 5));
  assert((strcmp(field, "heddle") == 0) == (i == 1));
  assert(strchr(field, 'u') == (i == 2 ? field + 2 : NULL));
  return 0;
}
