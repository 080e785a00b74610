/* Kinds of characters in the C locale: the macros with their tables, and the functions. */
// verdict: safe
// brute: no
#include <assert.h>
#include <ctype.h>

int __VERIFIER_nondet_int(void);

static void
by_function(int c)
{
  int (*const is[])(int) = {isalnum, isalpha, isblank, iscntrl, isdigit,  isgraph, islower,
                            isprint, ispunct, isspace, isupper, isxdigit, isascii};

  assert(!is[0](c) == !isalnum(c) && !is[1](c) == !isalpha(c) && !is[2](c) == !isblank(c));
  assert(!is[3](c) == !iscntrl(c) && !is[4](c) == !isdigit(c) && !is[5](c) == !isgraph(c));
  assert(!is[6](c) == !islower(c) && !is[7](c) == !isprint(c) && !is[8](c) == !ispunct(c));
  assert(!is[9](c) == !isspace(c) && !is[10](c) == !isupper(c) && !is[11](c) == !isxdigit(c));
  assert(!is[12](c) == !isascii(c));
}

int
main(void)
{
  int c = __VERIFIER_nondet_int();

  assert(isalnum('z') && isalpha('A') && isblank('\t') && iscntrl('\n') && isdigit('7'));
  assert(isgraph('!') && islower('a') && isprint(' ') && ispunct('.') && isspace('\v'));
  assert(isupper('Z') && isxdigit('f') && isascii('x') && !isascii(128));
  assert(!isalnum('_') && !isalpha('1') && !isblank('\n') && !iscntrl(' ') && !isdigit('a'));
  assert(!isgraph(' ') && !islower('A') && !isprint('\n') && !ispunct('a') && !isspace('_'));
  assert(!isupper('a') && !isxdigit('g') && !isalpha(-1) && !isprint(200));
  assert(tolower('Q') == 'q' && tolower('1') == '1' && toupper('q') == 'Q' && toupper(-1) == -1);
  assert(toascii(0xe1) == 0x61 && (*__ctype_tolower_loc())['Q'] == 'q');
  assert((*__ctype_toupper_loc())['q'] == 'Q');
  if (c >= -1 && c < 256) {
    by_function(c);
    assert(!isdigit(c) || (c >= '0' && c <= '9'));
    assert(!isalpha(c) || tolower(toupper(c)) >= 'a');
  }
  return 0;
}
