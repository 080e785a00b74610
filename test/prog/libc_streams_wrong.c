/* What everybody forgets: the file may be missing, and input may be anything. */
// run: => bug
// run: -- -DTEXT => bug
// run: -- -DLESS => bug
// run: -- -DCHARACTER => bug
// run: -- -DNAME => bug
// expect: null pointer dereference
// brute: no
#include <assert.h>
#include <stdio.h>
#include <string.h>

int
main(void)
{
  char text[4] = "";
#if defined TEXT
  if (fgets(text, sizeof text, stdin))
    assert(strcmp(text, "ab\n") != 0);
#elif defined LESS
  assert(fread(text, 1, 3, stdin) == 3);
#elif defined CHARACTER
  assert(getchar() != 'q');
#elif defined NAME
  assert(remove("warp") == 0);
#else
  FILE *file = fopen("warp", "r");

  fgets(text, sizeof text, file);
  fclose(file);
#endif
  return 0;
}
