/* scanf stores arbitrary values, for as many conversions as it says. */
// run: => safe
// run: -- -DWRONG=(n==2) => bug
// run: -- -DWRONG=(n!=-1) => bug
// run: -- -DWRONG=(number!=-1) => bug
// run: -- -DWRONG=(word[0]!='?') => bug
// run: -- -DWRONG=(n<2||large!=1ll<<40) => bug
// brute: no
#include <assert.h>
#include <stdio.h>
#include <string.h>

int
main(void)
{
  int number = 7, n = scanf("%d %7s", &number, (char[8]){0});
  char word[4] = "ab", letter = 'a';
  long long large = 3;

  assert(n >= -1 && n <= 2 && (n > 0 || number == 7));
  n = sscanf("3 x", "%lld%*d%3[a-z]", &large, word);
  assert(n >= -1 && n <= 2 && word[3] == 0 && (n == 2 || strcmp(word, "ab") == 0));
  assert(n > 0 || large == 3);
#ifdef WRONG
  assert(WRONG);
#endif
  assert(fscanf(stdin, "%c%%", &letter) <= 1);
  return 0;
}
